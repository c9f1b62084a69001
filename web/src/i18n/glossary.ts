// The words of the game for a player who hears them for the first time: two plain lines each, with cards to look at.

export interface Word {
  /** The word itself, and how it is said. */
  word: string
  said: string
  /** Cards that show it (web/src/ui/Cards.svelte; `?` lies face down), and the same told to those who do not see. */
  cards: string
  zh: [string, string]
  en: [string, string]
}

export const words: readonly Word[] = [
  {
    word: '门子', said: 'ménzi, a set', cards: '七八九 伍伍伍 柒七七',
    zh: ['几张牌凑成的一组，叫一门。凑满七门，息又够，就能胡。', '下面从“一句话”到“提”，每一种都算一门。'],
    en: ['A group of cards that belong together. Seven of them with enough 息 win.', 'Everything below from 一句话 to 提 is one.'],
  },
  {
    word: '一句话', said: 'yī jù huà, a run', cards: '七八九 贰柒拾',
    zh: ['三张连着的，大小字不能混：七八九。二七十也算一句。', '一二三和二七十有息，别的没有。'],
    en: ['Three in sequence, all small or all big: 七八九. 2, 7 and 10 also make one.', '1-2-3 and 2-7-10 count 息, the others none.'],
  },
  {
    word: '绞', said: 'jiǎo, a mixed three', cards: '捌捌八 捌八八',
    zh: ['同一个数，大字小字混着三张：两大一小，或者一大两小。', '算一门，没有息。'],
    en: ['Three of one number, big and small mixed: two and one.', 'It is a set and counts no 息.'],
  },
  {
    word: '将', said: 'jiàng, the pair', cards: '九九',
    zh: ['一对一样的牌，没有息。', '有了提或跑才要将：七门里有一门就是这一对。'],
    en: ['Two equal cards; no 息.', 'Only a hand with a 提 or 跑 has it: then one of the seven sets is this pair.'],
  },
  {
    word: '坎', said: 'kǎn, a hidden three', cards: '伍伍伍',
    zh: ['手里三张一样的，不拆开，不能拿去吃。', '别人看不见。第四张一出来，就跑或者提。'],
    en: ['Three equal cards in the hand. They are never split.', 'Nobody sees them. When the fourth comes out they become a 跑 or a 提.'],
  },
  {
    word: '偎', said: 'wēi', cards: '???',
    zh: ['手里一对，自己又翻到第三张，就盖着放下。', '这是强制的，电脑自动替你做。'],
    en: ['A pair in your hand and you draw the third yourself: laid face down.', 'Forced; it is done for you.'],
  },
  {
    word: '提', said: 'tí', cards: '???陆',
    zh: ['自己有坎或偎，又自己翻到第四张；起手四张一样的也是提。', '息最多：大字 12，小字 9。强制的。'],
    en: ['A 坎 or 偎 of yours and you draw the fourth yourself, or four equal cards dealt.', 'It counts most: 12 big, 9 small. Forced.'],
  },
  {
    word: '跑', said: 'pǎo', cards: '陆陆陆陆',
    zh: ['坎或偎，第四张是别人打的或翻的；碰过的，第四张从墩上翻出来。', '大字 9 息，小字 6 息。强制的。'],
    en: ['A 坎 or 偎 and the fourth is somebody else’s; or a 碰 and the fourth is drawn.', '9 big, 6 small. Forced.'],
  },
  {
    word: '亮张', said: 'liàng zhāng, the open card', cards: '二',
    zh: ['庄家的第二十一张牌，发牌时亮给大家看，归庄家。', '别家不能吃它、碰它；正好能胡的，可以胡它。'],
    en: ['The twenty-first card of the dealer, shown to all as the hand begins; the dealer keeps it.', 'Nobody may eat or peng it; whose hand it completes may win with it.'],
  },
  {
    word: '臭', said: 'chòu, dead to you', cards: '八',
    zh: ['一张牌你放过了，或者自己打出去了，它对你就“臭”了。', '后面再出来，你不能再吃它、碰它；偎、跑、提、胡不受影响。'],
    en: ['A card that you let pass or threw away is “stale” for you alone.', 'When it comes again you may neither eat nor peng it; 偎, 跑, 提 and a win stay open.'],
  },
  {
    word: '囤', said: 'tún, what is paid', cards: '壹贰叁 贰柒拾 一二三',
    zh: ['胡了按囤收分，两家都付：15 息是一囤，每多 3 息加一囤，自摸再加一囤。', '上面三门是 6 + 6 + 3 = 15 息，正好一囤。'],
    en: ['What a win is worth, from both others: 15 息 are one 囤, every 3 more add one, a self-drawn win one more.', 'The three sets above count 6 + 6 + 3 = 15 息: one 囤.'],
  },
]
