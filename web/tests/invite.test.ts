import { expect, it } from 'vitest'
import { invitation } from '../src/net/invite'

const LAN = 'http://192.168.1.5:8270/'

it('on the machine itself others are sent to its address in the network', () => {
  for (const hostname of ['localhost', '127.0.0.1', '127.0.1.1', '[::1]']) {
    expect(invitation({ hostname, origin: `http://${hostname}:8270` }, LAN, '673738')).toEqual({ link: 'http://192.168.1.5:8270/t/673738', wifi: true })
  }
})

it('without such an address, and from anywhere else, the link is that of the page', () => {
  expect(invitation({ hostname: 'localhost', origin: 'http://localhost:8270' }, null, '673738')).toEqual({ link: 'http://localhost:8270/t/673738', wifi: false })
  expect(invitation({ hostname: 'cards.example', origin: 'https://cards.example' }, LAN, '673738')).toEqual({ link: 'https://cards.example/t/673738', wifi: false })
  expect(invitation({ hostname: '127.example.org', origin: 'https://127.example.org' }, LAN, '1').wifi).toBe(false)
})
