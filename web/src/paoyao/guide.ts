// 跑腰 for who has never played it, and the words said at its table. docs/rules/paoyao.md has the same text (a test compares).

import type { Language } from '../i18n/translate'

export interface Guide {
  title: string
  steps: readonly string[]
  words: string
  /** A word and what it means. */
  list: readonly (readonly [string, string])[]
  more: string
}

export const guide: Record<Language, Guide> = {
  zh: {
    title: '跑腰一分钟看懂',
    steps: [
      '二到四个人，一副扑克去掉大小王，每人 20 个筹码。花色不管，点数不分大小，只看同不同点。',
      '发牌：每人 3 张手牌，桌上翻开 4 张明牌，再扣一张。扣着的这张就是“腰”，谁都不知道是几。',
      '挖坑：从庄家右手边起，各说“挖”或“不挖”，庄家最后说。挖就放 1 个筹码进底池。没有一个人挖，流局；有一个人挖，大家都得打，没挖的也照样抢牌、照样付账。',
      '抢牌：从庄家起顺时针，一次抢一张。手里的 8 抢桌上的 8，两张放到面前，就是一个对子。面前的对子能再抢同点的明牌，成小王八、大王八。别人面前的抢不走。可以过；一圈都过了，下一个能抢的必须抢。',
      '亮腰：谁也抢不动了，翻开腰。从最后抢到牌的人起逆时针问，有同点的对子或王八（面前的、手里的都算）就能抢腰，底池也归他。没人抢，腰作废，底池留到下一局。',
      '结账：一个对子向每家收 1，小王八收 2，大王八收 4。家家都收，家家都付；不够付的，有多少付多少。',
      '例：甲有两个对子、一个小王八（共 4），乙有一个对子（1），丙什么都没有。甲收 4＋4、付 1，赢 7；乙收 1＋1、付 4，输 2；丙付 4＋1，输 5。',
    ],
    words: '牌桌上的话',
    list: [
      ['对子', '两张同点的牌。'],
      ['小王八、大王八', '三张同点、四张同点。'],
      ['喜儿', '发到手的三张就同点。亮出来，向每家收 8，底池也归他，这一局马上结束。也可以不亮。'],
      ['腰、亮腰', '腰是扣着的那张底牌；抢完牌把它翻开，叫亮腰。跑腰也叫搂腰。'],
      ['底池', '挖坑放进去的筹码。一场打完还剩下的，谁放的退给谁。'],
      ['流局', '没有一个人挖：不输不赢，轮下一家坐庄，底池照留。'],
      ['筹码', '也叫码子：算输赢的，不是手里打的牌。这里不是钱。'],
    ],
    more: '这是照书的打法。各地的村规（一张就能抢腰、不挖就不打……）开桌时在“改规则”里选。',
  },
  en: {
    title: '跑腰 in one minute',
    steps: [
      'Two to four players, one deck without jokers, 20 chips each. Suits mean nothing and no rank is higher: only equal ranks count.',
      'The deal: three cards to each hand, four open cards on the table, and one face down. That one is the 腰; nobody knows it.',
      '挖坑, the bet: from the dealer’s right-hand neighbour on, the dealer last, each digs (挖) or does not (不挖). Digging puts 1 chip into the pot. If nobody digs the hand is void (流局); if anybody does, all must play: who did not dig captures and pays as well.',
      '抢牌, the captures: clockwise from the dealer, one card a turn. An 8 in the hand takes an 8 on the table; the two lie in front as a pair. A pair in front can take another open card of its rank. What lies in front of others is safe. One may pass; after a round of passes the next who can take must.',
      '亮腰: when nobody can take any more, the 腰 is turned up. From the last who captured, counter-clockwise, whoever has a pair or more of its rank, in front or in the hand, may take it, and the pot too. If nobody does, the 腰 is void and the pot stays for the next hand.',
      'The account: a pair collects 1 from each other player, three of a kind 2, four of a kind 4. All collect and all pay; who has too little pays what there is.',
      'Example: A has two pairs and a three (4 in all), B a pair (1), C nothing. A collects 4 + 4 and pays 1: +7. B collects 1 + 1 and pays 4: −2. C pays 4 + 1: −5.',
    ],
    words: 'Words of the table',
    list: [
      ['对子', 'duìzi, a pair: two cards of one rank.'],
      ['小王八, 大王八', 'xiǎo and dà wángba: three and four cards of one rank.'],
      ['喜儿', 'xǐ’er: the three cards dealt are of one rank. Shown, it collects 8 from each and the pot, and the hand ends at once. It may be kept secret.'],
      ['腰, 亮腰', 'yāo, liàng yāo: the card face down, and turning it up after the captures. The game is called 搂腰 too.'],
      ['底池', 'dǐchí, the pot: what was put in by digging. What is left after a sitting goes back to those who put it in.'],
      ['流局', 'liújú: nobody dug. Nobody wins or loses, the next seat deals, the pot stays.'],
      ['筹码', 'chóumǎ or 码子, chips: they keep the score and are not money.'],
    ],
    more: 'This is the game as written down. Village rules (one card takes the 腰, who does not dig sits out …) are chosen under “Change the rules” when a table is opened.',
  },
}
