// What is said of the connection, and of who is not there: one subject, in both languages. The translator takes it in.

export const linkZh = {
  'link.weak': '信号不好，正在重连…',
  'link.gone': '断线了，正在重连…座位和牌都给你留着',
  'link.unsent': '还没送到，正在重发',

  'seat.away.left': '掉线 · {n}秒',
  'seat.away.wait': '掉线 · 还等{n}秒',

  'table.manage.what': '能胡就胡，别的都过；该出牌，替你打一张最稳的',
  'table.manage.paoyao': '不挖；能抢就抢头一样，能抢腰就抢，有喜儿就亮',
  'table.manage.more': '托管和掉线',
  'table.managed.what': '托管中：能胡就胡，别的都过；该出牌，替你打一张最稳的',
  'table.managed.paoyao': '托管中：不挖；能抢就抢头一样，能抢腰就抢，有喜儿就亮',

  'away.did': '你不在的时候，牌桌替你{what}',
  'away.hand': '你不在的时候，上一局打完了',
  'away.over': '你不在的时候，这一局打完了',
  'away.discarded': '打了{cards}',
  'away.discarded.some': '打了牌',
  'away.passed': '过了',
  'away.hu': '胡了',
  'away.answered': '过了、打了',
}

export const linkEn: Record<keyof typeof linkZh, string> = {
  'link.weak': 'Bad signal, connecting again …',
  'link.gone': 'Connection lost, connecting again … your seat and cards are kept',
  'link.unsent': 'Not sent yet, trying again',

  'seat.away.left': 'away · {n} s',
  'seat.away.wait': 'away · {n} s more',

  'table.manage.what': 'takes a 胡, passes all else; when a card is due, discards the safest',
  'table.manage.paoyao': 'no 挖, the first capture there is, the 腰 if it can be taken, a 喜儿 is shown',
  'table.manage.more': 'Stepping away, being cut off',
  'table.managed.what': 'The table plays: it takes a 胡, passes all else, and discards the safest card when one is due',
  'table.managed.paoyao': 'The table plays: no 挖, the first capture there is, the 腰 if it can be taken, a 喜儿 is shown',

  'away.did': 'While you were away the table {what} for you',
  'away.hand': 'The last hand ended while you were away',
  'away.over': 'This hand ended while you were away',
  'away.discarded': 'discarded {cards}',
  'away.discarded.some': 'discarded',
  'away.passed': 'passed',
  'away.hu': 'took the 胡',
  'away.answered': 'answered',
}
