import { describe, expect, it } from 'vitest'
import { COPIES, ask, decode, emptyHand, encode, ofTable, read, used, write, type Hand } from '../src/score/hand'

const full: Hand = {
  held: '一一一六七八十十贰贰拾',
  groups: [
    { kind: 'wei', cards: '五五五' },
    { kind: 'chi', cards: '二七十' },
  ],
  text: '',
  card: '五',
  origin: 'other',
  flags: { dealer: true, last: true, first_draw: false, first_discard: false },
  numbers: { huang: 2, xing: 0, players: 4 },
  wang: '',
  rules: 'changde_qmt_big68',
  changes: { min_huxi: 21, 黑胡: false, values: 'own' },
}

describe('a hand in a link', () => {
  it('comes back as it was', () => {
    expect(decode(`#${encode(full)}`)).toEqual(full)
    const pasted = { ...emptyHand(), text: '坎x1x1x1 句二七十 & #1' }
    expect(decode(encode(pasted))).toEqual(pasted)
    const wang = { ...emptyHand(), held: '王王一', card: '王', wang: '五' }
    expect(decode(encode(wang))).toEqual(wang)
  })
  it('an empty hand is an empty link, and is short otherwise', () => {
    expect(encode(emptyHand())).toBe('')
    expect(encode({ ...full, changes: {} }).length).toBeLessThan(120)
  })
  it('every subset of what can be said comes back', () => {
    let chance = 7
    const flip = (): boolean => (chance = (chance * 1103515245 + 12345) % 2 ** 31) % 7 < 3
    for (let n = 0; n < 300; n++) {
      const hand: Hand = {
        ...emptyHand(),
        held: flip() ? full.held : '',
        groups: full.groups.filter(flip),
        card: flip() ? '拾' : '',
        origin: flip() ? 'discard' : '',
        flags: { dealer: flip(), last: flip(), first_draw: flip(), first_discard: flip() },
        numbers: flip() ? { huang: n, claims: 0 } : {},
        rules: flip() ? 'chenzhou' : 'std15',
        changes: flip() ? full.changes : {},
      }
      expect(decode(encode(hand))).toEqual(hand)
    }
  })
  it('a link that was cut off or written wrongly gives what can be read, never an error', () => {
    const whole = encode(full)
    for (let n = 0; n < whole.length; n++) expect(() => decode(whole.slice(0, n))).not.toThrow()
    expect(decode('h=zz.what-AAA&huang=-1&o=stolen&x=[1]&c=')).toEqual(emptyHand())
  })
})

describe('the text of a hand', () => {
  it('is what the server reads: the hand, then the melds', () => {
    expect(write(full)).toBe('一一一六七八十十贰贰拾 偎五五五 吃二七十')
    expect(ask(full)).toMatchObject({ cards: write(full), card: '五', origin: 'other', dealer: true, huang: 2, xing: 0 })
  })
  it('what is sorted in the hand goes back into it beside loose cards, and stands by name alone', () => {
    const kan = { kind: 'kan', cards: '壹壹壹' } as const
    expect(write({ ...emptyHand(), held: '一一', groups: [kan, { kind: 'peng', cards: '叁叁叁' }] })).toBe('一一壹壹壹 碰叁叁叁')
    expect(write({ ...emptyHand(), groups: [kan, { kind: 'jiang', cards: '五五' }] })).toBe('坎壹壹壹 将五五')
  })
  it('is read back as taps where taps can say it', () => {
    expect(read('一一一六七八 十十贰贰拾，偎五五五 臭偎六六六 比二七十')).toEqual({
      held: '一一一六七八十十贰贰拾',
      groups: [{ kind: 'wei', cards: '五五五' }, { kind: 'wei', cards: '六六六' }, { kind: 'chi', cards: '二七十' }],
    })
    // bare cards after a whole group are of the hand, and so is a 坎 beside them
    const mixed = read('坎一一一 六七八 偎五五五 碰 叁 叁 叁，十十贰贰拾')
    expect(mixed).toEqual({
      held: '六七八十十贰贰拾',
      groups: [{ kind: 'kan', cards: '一一一' }, { kind: 'wei', cards: '五五五' }, { kind: 'peng', cards: '叁叁叁' }],
    })
    expect(write({ ...emptyHand(), ...mixed })).toBe('六七八十十贰贰拾一一一 偎五五五 碰叁叁叁')
    for (const text of ['', 'x1x2x3', '一一一一一', '碰', '坎壹壹壹 猫']) expect(read(text), text).toBe(null)
  })
  it('counts copies, the winning card too when it is not among them', () => {
    expect(used(full).get('五')).toBe(COPIES)
    expect(used({ ...full, held: '', groups: full.groups }).get('五')).toBe(3)
  })
})

it('a won hand of the table: a card laid before the 胡 is among the melds already', () => {
  const won = {
    cards: '一一九 壹壹壹柒柒柒玖玖',
    melds: [{ kind: 'pao', cards: '六六六六' }, { kind: 'chouwei', cards: '二二二' }],
    card: '二',
    origin: 'own_meld',
    zimo: true,
    tianhu: false,
    dealer: true,
    dealt: false,
    wall: 11,
    huang: 0,
    rules: 'std15',
    changes: {},
    players: 3,
  }
  const hand = ofTable(won)
  expect([hand.card, hand.origin, hand.flags.dealer, hand.flags.last]).toEqual(['', 'self', true, false])
  expect(write(hand)).toBe('一一九壹壹壹柒柒柒玖玖 跑六六六六 偎二二二')
  const five = ofTable({ ...won, players: 5, xing: 2, birds: 1 })
  expect(five.numbers).toMatchObject({ players: 4, xing: 2, birds: 1 })
  const drawn = ofTable({ ...won, origin: 'draw', zimo: false, wall: 0, huang: 2 })
  expect([drawn.card, drawn.origin, drawn.flags.last, drawn.numbers]).toEqual(['二', 'other', true, { huang: 2 }])
})
