// 托管 and 掉线, as they are told among the rules: what the table does for who is not there.

import type { Language } from './translate'

export const absent: Record<Language, { title: string; list: readonly (readonly [string, string])[] }> = {
  zh: {
    title: '托管和掉线',
    list: [
      ['托管是什么', '牌桌替你答，不是电脑替你好好打。跑胡子：能胡就胡；别的（吃、碰）一律过，该臭的照样臭；轮到出牌，打一张最稳的（凑不成什么的，先打桌上已经见过的）。提、跑、偎本来就是自动的。跑腰：不挖；能抢牌就抢头一样，能抢腰就抢，有喜儿就亮。'],
      ['什么时候托管', '自己在菜单里按“托管”；或者一局里两次轮到出牌都超时。'],
      ['怎么回来', '按“我回来了”，或者直接出一手。这一局打完，托管也自动取消。'],
      ['掉线不等于离开', '座位、牌、分数都留着，自动重连。别家看到你名字旁写“掉线”和还剩多少秒，这只是给大家看的，不罚分。'],
      ['掉线时怎么打', '有钟的桌：时间照走，到点算过，该出牌就替你打一张；两次就转托管。不限时的桌：轮到掉线的人出牌，最多等一分钟，再替他打。桌上的真人都掉线，牌局停下来等。'],
      ['网络的颜色', '没有颜色：连着。黄：信号不好，正在重连。红：断线了。按了没送到，会写“还没送到，正在重发”，不用再按，同一手不会算两次。'],
    ],
  },
  en: {
    title: 'Stepping away (托管), being cut off (掉线)',
    list: [
      ['What 托管 is', 'The table answers for you; it does not play well for you. 跑胡子: it takes a 胡; everything else (吃, 碰) is passed, and becomes 臭 as usual; when a card is due it discards the safest (one that fits nothing, of those one that lies open already). 提, 跑 and 偎 happen by themselves anyway. 跑腰: no 挖, the first capture there is, the 腰 if it can be taken, a 喜儿 is shown.'],
      ['When it begins', 'When you press it in the menu, or when the time ran out twice in a hand on a discard of yours.'],
      ['How to come back', 'Press “I am back”, or just play. It also ends with the hand.'],
      ['Being cut off is not leaving', 'Seat, cards and points are kept, and the page connects again by itself. The others see “away” at your name, and the seconds that are left. It is only shown, and costs nothing.'],
      ['What happens meanwhile', 'With a clock: time runs on, what is not answered is passed, and a card that is due is discarded for you; after two of those it is 托管. Without a clock: the table waits a minute for the discard of who is away, then does it. If all people are cut off, the table stops and waits.'],
      ['Colours of the network', 'None: connected. Amber: bad signal, connecting again. Red: cut off. What was pressed and did not arrive says so; no need to press again, one answer never counts twice.'],
    ],
  },
}
