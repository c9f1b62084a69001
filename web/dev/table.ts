// The table widget alone, with a recorded view: `npm run dev`, then /dev/table.html?view=chi
import '../src/app.css'
import '../src/themes.css'
import '../src/table/table.css'
import { createTable } from '../src/table/widget'
import { translate } from '../src/i18n/translate'
import views from '../tests/recorded/views.json'
import type { View } from '../src/protocol'

const query = new URLSearchParams(location.search)
const root = document.getElementById('table') as HTMLElement
root.classList.add('whole-page')
document.documentElement.dataset['face'] = query.get('face') ?? 'paper'
document.documentElement.dataset['cloth'] = query.get('cloth') ?? 'felt'
const table = createTable(root, { t: translate(query.get('lang') === 'en' ? 'en' : 'zh'), act: (action) => console.log(action) })
const view = (views as unknown as Record<string, View>)[query.get('view') ?? 'middle'] as View
table.hear({
  view,
  bottom: view.seat ?? 0,
  seats: ['我自己', '长沙的二姨妈', '高手·阿桂'].map((name, n) => ({
    name, avatar: ['ox', 'rabbit', 'dog'][n] ?? 'ox', bot: n === 2 ? 'expert' : null, connected: n !== 1, managed: false, points: [5, -3, -2][n] ?? 0,
  })),
  hints: { huxi: 12, waits: [{ card: '六', huxi: 18, left: 2 }, { card: '玖', huxi: 21, left: 1 }], unseen: null, chou: true },
  waiting: { kind: view.asked?.kind === 'discard' ? 'seat' : 'claim', seat: view.asked?.kind === 'discard' ? view.seat : null, opened: Date.now(), deadline: Date.now() + 15000 },
})
if (query.has('chi')) table.press('chi')
if (query.has('call')) table.call([{ seat: 1, word: '碰', card: '柒' }])
if (query.has('told')) table.tell('你只有一张肆，碰要一对（core.md §12）')
if (query.has('pick')) table.pick(query.get('pick') ?? '')
Object.assign(window, { table })
