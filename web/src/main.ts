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
mount(App, { target: document.getElementById('app') as HTMLElement })
register()
