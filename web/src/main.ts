import { mount } from 'svelte'
import App from './App.svelte'
import { start } from './app.svelte'
import { installSprite } from './art/card'
import { register } from './pwa'
import { show } from './settings.svelte'
import './themes.css'
import './app.css'
import './table/table.css'

show()
installSprite()
start()
const target = document.getElementById('app') as HTMLElement
target.replaceChildren() // the words that stood there while the client was on its way
mount(App, { target })
register()
