// Written by `python -m erqishi.server.protocol.typescript` from src/erqishi/server/protocol. Do not edit.

// docs/protocol.md explains it.

export const PROTOCOL = 1;

export const MAX_FRAME = 16384;

/** The command is accepted and will not be lost, whatever happens to us. */
export interface Ack {
  t: "ack";
  cmd_id: string;
  table?: string | null;
}

/** Play: one of the actions that `asked` lists, as its text (`chi 一二三 比 二贰贰`) or as an object. */
export interface Act {
  t: "act";
  cmd_id: string;
  table: string;
  v: number;
  action: string | GameAction;
}

/** To one seat: it has to choose one of `legal` (texts of actions). */
export interface Asked {
  event: "asked";
  to?: number | null;
  kind: "claims" | "discard";
  legal: string[];
}

/** 吃 of the card in play, which was `owner`'s, in the set `cards`. */
export interface Ate {
  event: "ate";
  to?: number | null;
  seat: number;
  card: string;
  owner: number;
  cards: string;
}

/**
 * The account of the sitting: finished hands, totals per seat, the last hand's settlement; `final`, `home` at the end.
 *
 * ended: why the sitting is over: `hands` (all played), `left` (somebody went), `points`, `loss`.
 */
export interface Book {
  ledger: LedgerRow[];
  totals: number[];
  settlement: Settlement | null;
  ended: "hands" | "left" | "loss" | "points" | null;
  final: Line[] | null;
  home: Home | null;
}

/**
 * 吃 with all its 比 (core.md §13).
 *
 * `cards`: the set with the claimed card; `bi`: the further sets that use up one's other copies of that card. Cards
 * of a set stand in order of kind, and so do the sets of `bi`: there is one way to write each choice.
 */
export interface Chi {
  do: "chi";
  cards: string;
  bi?: string[];
}

/** 臭偎: a 偎 of a kind whose 碰 the seat had declined; one card lies open (core.md §14). */
export interface ChouWei {
  event: "chou_wei";
  to?: number | null;
  seat: number;
  at: number;
  card: string;
}

/** Send me nothing more about this table. My seat stays mine, and counts as disconnected if this was its last client. */
export interface CloseTable {
  t: "close_table";
  table: string;
}

/** The server stops for a while: tables are kept. Connect again with `hello` after `retry_ms`. */
export interface Closing {
  t: "closing";
  zh: string;
  en: string;
  retry_ms: number;
}

/**
 * What the server publishes before any seat gives its nonce.
 *
 * commitment: SHA-256 of the server seed, 64 hex digits. table, hand: which hand it is for. n: cards in the deck.
 */
export interface Commitment {
  commitment: string;
  table: string;
  hand: number;
  n: number;
  scheme?: string;
}

/** 开房. Answered with `table`; I am its host and sit at seat 0 (nobody sits yet if seats are drawn). */
export interface CreateRoom {
  t: "create_room";
  cmd_id: string;
  options?: RoomOptions;
}

/** 切牌: my share in the shuffle of hand `hand`, after its commitment is known. Any text up to 64 bytes of UTF-8. */
export interface Cut {
  t: "cut";
  cmd_id: string;
  table: string;
  hand: number;
  nonce: string;
}

/** 相公: a discard is due and only 坎 are left; the seat cannot win any more (core.md §22.9). */
export interface Dead {
  event: "dead";
  to?: number | null;
  seat: number;
}

/** The seat's own cards (to that seat alone). */
export interface Dealt {
  event: "dealt";
  to?: number | null;
  seat: number;
  cards: string;
}

/** Type these eight digits on the other device before `expires`. */
export interface DeviceCode {
  t: "device_code";
  cmd_id: string;
  code: string;
  expires: number;
}

/** What a seat did, as the text of its action. */
export interface Did {
  seat: number;
  action: string;
}

/** Put down one card of one's hand. `card` is its name, such as `五`. */
export interface Discard {
  do: "discard";
  card: string;
}

/** A seat puts down a card of its hand. */
export interface Discarded {
  event: "discarded";
  to?: number | null;
  seat: number;
  card: string;
}

/** A seat draws a card that goes straight into a 提 or 偎 (core.md §9.3a); the meld follows. */
export interface DrewHidden {
  event: "drew_hidden";
  to?: number | null;
  seat: number;
}

/** Come to the table, without a seat so far. Answered with `table`; changes follow as `update`. */
export interface Enter {
  t: "enter";
  cmd_id: string;
  code: string;
}

/** The frame could not be read (after twenty of these the connection is closed, 4000), or too many guests come from here. */
export interface Fault {
  t: "fault";
  code: "hello_first" | "malformed" | "rate";
  zh: string;
  en: string;
}

/** One step of a replay: what happened, and the view after it. */
export interface Frame {
  events: GameEvent[];
  view: View;
}

/** This table is not here (any more), or you were removed from it: stop showing it. */
export interface Gone {
  t: "gone";
  table: string;
  zh: string;
  en: string;
}

/** One entry of `GET /api/me/hands`: a hand that I played, sat out (`xing`) or bet on (`bird`). net: mine. */
export interface HandLine {
  hand_id: string;
  played: number;
  rules_id: string;
  names: string[];
  won: boolean;
  huxi: number;
  net: number;
  game?: "paoyao" | "zipai";
  role?: "bird" | "play" | "xing";
}

/** The reckoning. Lists are by seat; see `Result` for the meaning of each. */
export interface HandOver {
  type: "hand_over";
  outcome: string;
  units: number[];
  due: number[];
  net: number[];
  chips: number[];
  carry: number;
  next_dealer: number;
  to?: number | null;
}

/** Cards are dealt: `cards` to each seat, `liang` lies open, `wall` cards wait (core.md §3). */
export interface HandStarted {
  event: "hand_started";
  to?: number | null;
  rules: string;
  seats: number;
  dealer: number;
  cards: number;
  liang: string;
  wall: number;
}

/**
 * How the table stands, the same for every observer.
 *
 * sitting, hand: numbers from 0; hand_id names the hand for replay. active: table seat of each seat of the hand;
 * sitter: the 醒家. birds: the 鸟家, who neither play nor deal. drawn: 摸庄, the card that each seat at the table drew for the
 * first deal of this sitting (empty: by lot). commitment: of the shuffle, shown before the 切牌; cut: seats that have cut.
 * stakes: what every seat of the hand may say before the deal (`stake`); staked: the seats that have. What they said is seen
 * when it is dealt: piao by seat of the hand (empty: nobody anything), tuo the table seats with 打坨 in this sitting.
 */
export interface Head {
  phase: Phase;
  seats: Seat[];
  sitting: number;
  hand: number;
  hand_id: string | null;
  dealer: number | null;
  active: number[];
  sitter: number | null;
  commitment: Commitment | null;
  cut: number[];
  turn: Turn | null;
  notices: Notice[];
  watching: number;
  drawn?: string[];
  birds?: number[];
  stakes?: Stakes | null;
  staked?: number[];
  piao?: number[];
  tuo?: number[];
}

/**
 * First message of every connection.
 *
 * protocol: version that the client speaks; client: its own name and version, for the log. token: who this is, as an
 * earlier `welcome` gave it; without one (and without the cookie) a new guest is made. tables: version of each table
 * view that the client still shows; each is answered as `resume` is.
 */
export interface Hello {
  t: "hello";
  protocol: number;
  client?: string;
  token?: string | null;
  tables?: Record<string, number>;
}

/**
 * What the table shows to its players beyond the bare cards; the same for everybody.
 *
 * waits: 听牌, the cards that would win; counts: 记牌器, how many of each card the player has not seen;
 * chou: 臭 marks on the player's own cards. worth: 跑腰, what each choice gains on the average, reckoned from what the seat knows
 * (`GET /api/tables/{table}/worth`).
 */
export interface Hints {
  waits?: boolean;
  counts?: boolean;
  chou?: boolean;
  worth?: boolean;
}

/** What every seat takes home at the end of a sitting, by seat. net: all in all; refund: from the pot, part of net. */
export interface Home {
  net: number[];
  refund: number[];
}

/** Any answer of the API with a status of 400 or above. */
export interface HttpError {
  code: string;
  zh: string;
  en: string;
}

/** 胡: win with the card in play (core.md §15). */
export interface Hu {
  do: "hu";
}

/** The card that can be claimed now, how it came and from whom. */
export interface InPlay {
  card: string;
  origin: "discard" | "draw" | "liang" | "own_meld";
  owner: number;
}

/** 比: a further set with another copy of the eaten card (core.md §13). */
export interface Laid {
  event: "laid";
  to?: number | null;
  seat: number;
  card: string;
  cards: string;
}

/** Go for good. In a sitting it ends the sitting for everybody (core.md §2.4), which a lost connection never does. */
export interface Leave {
  t: "leave";
  cmd_id: string;
  table: string;
}

/** One finished hand. net: per table seat. target: the seat that the 鸟 fell on, where there are 鸟家. */
export interface LedgerRow {
  hand: number;
  hand_id: string;
  dealer: number;
  winner: number | null;
  huxi: number;
  tun: number;
  net: number[];
  target?: number | null;
}

/** Nobody won on the 亮张: the dealer takes it into the hand. */
export interface LiangTaken {
  event: "liang_taken";
  to?: number | null;
  seat: number;
  card: string;
}

/** One line of an explanation, in both languages. */
export interface Line {
  zh: string;
  en: string;
}

/** I want to go on with another device. Answered with `device_code`: eight digits, good once, for five minutes. */
export interface MakeDeviceCode {
  t: "make_device_code";
  cmd_id: string;
}

/** 托管 on, or off: I am back. (Any `act` also ends it.) */
export interface Manage {
  t: "manage";
  cmd_id: string;
  table: string;
  on: boolean;
}

/** To one seat: `card` is now 臭 to it for `blocks` (chi, peng, hu); core.md §14, §15.7. */
export interface Marked {
  event: "marked";
  to?: number | null;
  seat: number;
  card: string;
  blocks: ("chi" | "hu" | "peng")[];
}

/**
 * What concerns only me. seat, hand_seat: None without a seat, or when I sit out this hand.
 *
 * answered: my answer to the open question, while others may still be choosing. thinks: how often I may still ask
 * for time in this hand. huxi: 息 of my melds and of the whole sets that my hand makes now. waits, unseen (copies of each
 * card that I have not seen): as the table's hints allow.
 */
export interface Me {
  seat?: number | null;
  hand_seat?: number | null;
  host?: boolean;
  answered?: string | null;
  thinks?: number;
  huxi?: number | null;
  waits?: Wait[] | null;
  unseen?: Record<string, number> | null;
}

/** Your name and avatar now. */
export interface MeIs {
  t: "me";
  cmd_id: string;
  me: Person;
}

/**
 * One 门子 on the table. `cards` is text with `?` for a card that the viewer cannot know.
 *
 * `claimed`: the card that was taken from the table, `owner`: whose it was (both for 吃, 碰 only).
 */
export interface MeldView {
  kind: "chi" | "chouwei" | "pao" | "peng" | "ti" | "wei";
  cards: string;
  claimed?: string | null;
  owner?: number | null;
}

/** One row of the table of 名堂: its name, what it asks for, what it is worth. off: counted only where a table agrees. */
export interface Mingtang {
  name: Line;
  asks: Line;
  worth: Line;
  off?: boolean;
}

/** Something that the table has to tell everybody, newest last. */
export interface Notice {
  code: "auto_discard" | "auto_hu" | "back" | "drawn_dealer" | "drawn_seats" | "left" | "managed" | "paused" | "quarantined" | "restarted" | "stakes";
  zh: string;
  en: string;
  seat?: number | null;
}

/** Who belonged to a hand without playing it: the 醒家 (`xing`) or a 鸟家 (`bird`). seat: of the table. */
export interface Outside {
  seat: number;
  name: string;
  role: "bird" | "xing";
}

/** To one seat: the card of the meld at place `at` of its row, which the others do not see. */
export interface Own {
  event: "own";
  to?: number | null;
  seat: number;
  at: number;
  card: string;
}

/**
 * Answer of `POST /api/rules`: a rule file as the rule set it starts from, its name, and what is changed in that.
 *
 * `changes` holds the whole file under `file`; options that are chosen stand beside it. `POST /api/rules/{base}` with it alone is
 * the page of the file.
 */
export interface OwnRules {
  base: string;
  name: string;
  changes: Record<string, unknown>;
}

/** 跑 of the card in play at place `at`: from a 坎 (`hand`), a 偎 or a 碰 (core.md §11). */
export interface Pao {
  event: "pao";
  to?: number | null;
  seat: number;
  at: number;
  source: "deal" | "hand" | "peng" | "wei";
  card: string;
}

/**
 * One seat as somebody sees it.
 *
 * chips: without what lies in the pot. dug: None until the seat has spoken. playing: False once it sits out.
 * hand: the hand cards that are known; hidden: how many are not. front: groups of equal cards, in the order of laying.
 * shown: equal hand cards that were shown without leaving the hand (喜儿, or pairs that score in the hand).
 */
export interface PaoyaoSeat {
  seat: number;
  chips: number;
  dug: boolean | null;
  playing: boolean;
  hand: string[];
  hidden: number;
  front: string[][];
  shown: string[];
}

/**
 * A hand as a seat, or a spectator (seat None), sees it.
 *
 * phase: deal, xier, bet, capture, yao, over. asked: the seat that is to choose, if the viewer may know.
 * compelled: it must capture. legal: what the viewer may do, if it is asked. table: open cards that are left. stock: unused cards. yao: None while face down.
 * yao_void: nobody took it. last_capturer: has the first right to the 腰. pot: chips in it now.
 * over: the reckoning, None while the hand is played.
 * stacks, carry: the chips and the pot before the hand. dealt: the viewer's three cards, none for a spectator. opened: the
 * four open cards. course: what was done so far, as far as the viewer may know.
 */
export interface PaoyaoView {
  seat: number | null;
  rules: string;
  version: string;
  players: number;
  dealer: number;
  phase: string;
  asked: number | null;
  compelled: boolean;
  legal: string[];
  seats: PaoyaoSeat[];
  table: string[];
  stock: number;
  yao: string | null;
  yao_taken_by: number | null;
  yao_void: boolean;
  last_capturer: number | null;
  pot: number;
  over: HandOver | null;
  stacks: number[];
  carry: number;
  dealt: string[];
  opened: string[];
  course: Did[];
}

/** 过: let the revealed card go. What that makes 臭 is core.md §14. */
export interface Pass {
  do: "pass";
}

/** What room is this? Answered with `room`: settings and 本桌规则, before joining. */
export interface Peek {
  t: "peek";
  cmd_id: string;
  code: string;
}

/** 碰: take the revealed card with one's pair (core.md §12). */
export interface Peng {
  do: "peng";
}

/** 碰 of the card in play, which was `owner`'s. */
export interface Penged {
  event: "penged";
  to?: number | null;
  seat: number;
  card: string;
  owner: number;
}

/** Somebody, as others see them. `id` is public and stays the same. */
export interface Person {
  id: string;
  name: string;
  avatar: Avatar;
}

/** Are you there? `n` comes back in `pong`. Send one every 15 s; two without answer: connect anew. */
export interface Ping {
  t: "ping";
  n?: number;
}

/** I am here. The best estimate of the clock comes from the fastest of several. */
export interface Pong {
  t: "pong";
  n: number;
  now: number;
}

/**
 * A mistake where the table lets it happen (core.md §19): 烧比, 吃臭张, 碰臭张 (碰一不碰二).
 *
 * fine: so much is paid to every other seat, in 底分; 0: the right to 胡 is lost for this hand.
 */
export interface Punished {
  event: "punished";
  to?: number | null;
  seat: number;
  card: string;
  mistake: "burnt_bi" | "chi_chou" | "peng_chou";
  fine: number;
}

/** The host puts a bot on an empty seat. */
export interface PutBot {
  t: "put_bot";
  cmd_id: string;
  table: string;
  seat: number;
  level?: BotLevel;
}

/** 立即开始: a table with bots of this level, begun at once. Answered with `table`. */
export interface QuickStart {
  t: "quick_start";
  cmd_id: string;
  level?: BotLevel;
  options?: RoomOptions;
}

/** I am ready (or not yet): to begin, for the next hand, for another sitting after the end. */
export interface Ready {
  t: "ready";
  cmd_id: string;
  table: string;
  on?: boolean;
}

/**
 * The command was not carried out, and why; nothing has changed. view: how the table stands, if it is about one.
 *
 * rule: where the rule stands (`core.md §12`), for `illegal`.
 */
export interface Refused {
  t: "refused";
  cmd_id: string;
  code: RefusalCode;
  zh: string;
  en: string;
  rule?: string | null;
  table?: string | null;
  view?: TableView | null;
}

/** The host clears a seat (bot or person) before the sitting begins. */
export interface Remove {
  t: "remove";
  cmd_id: string;
  table: string;
  seat: number;
}

/**
 * `GET /api/hands/{id}?seat=…`. seat: seat of the hand whose view it is; None: open, `hands` beside each frame.
 *
 * names, bots: per seat of the hand; active: its table seats; outside: who else paid or was paid. open_hands: every seat's concealed cards after each
 * frame, for the open replay only. settlement: None for a record of an unfinished hand. paoyao: the frames of a hand of
 * 跑腰, whose `frames` are empty; every hand lies open in its open replay. avatars: per seat of the hand, as they were then,
 * None for bots; empty for a record from elsewhere, which holds names alone.
 */
export interface Replay {
  hand_id: string;
  table: string;
  hand: number;
  played: number;
  rules_id: string;
  rules_hash: string;
  rules_name: Line;
  seat: number | null;
  names: string[];
  bots: (BotLevel | null)[];
  active: number[];
  frames: Frame[];
  open_hands: string[][] | null;
  settlement: Settlement | null;
  paoyao?: PaoyaoView[];
  outside?: Outside[];
  avatars?: (Avatar | null)[];
}

/**
 * I have the view of this table at `v`: send what I missed (`update`s), or the whole (`table`) if that is too much.
 *
 * v = 0 always gives the whole.
 */
export interface Resume {
  t: "resume";
  table: string;
  v?: number;
}

/** The hand is over: everybody's cards, every meld's cards, and the rest of the wall in drawing order. */
export interface Revealed {
  event: "revealed";
  to?: number | null;
  hands: string[];
  melds: string[][];
  wall: string;
}

/**
 * What was agreed when the table was made; it does not change.
 *
 * rules_id, rules_hash: the rule set in force, changes included; rule_lines: 本桌规则, to be read before sitting down.
 * game: `zipai` (跑胡子) or `paoyao` (跑腰).
 */
export interface Room {
  table: string;
  code: string;
  host: Person;
  options: RoomOptions;
  players: number;
  window: "constant" | "open";
  claim_ms: number;
  rules_id: string;
  rules_hash: string;
  rules_name: Line;
  rule_lines: Line[];
  created: number;
  game?: "paoyao" | "zipai";
}

/** Answer to `peek`. */
export interface RoomIs {
  t: "room";
  cmd_id: string;
  room: Room;
  line: RoomLine;
}

/** A room in the list. people, bots: at its seats; open: seats still to be had. */
export interface RoomLine {
  table: string;
  code: string;
  name: string;
  host: Person;
  rules_id: string;
  rules_name: Line;
  phase: Phase;
  players: number;
  people: number;
  bots: number;
  open: number;
  hands: number;
  hand: number;
  clock: number;
  watching: number;
}

/**
 * How a table is set up. Everything has a default.
 *
 * rules: id of a rule set (`GET /api/rules`); changes: its options as chosen (`GET /api/rules/{id}`), or any parameter
 * set otherwise, e.g. {"min_huxi": 21}; `file`: a rule file of one's own (`POST /api/rules`), whose options they then are.
 * players: people of the room, None for as many as the rules play. If the rules play three, a fourth makes a 醒家, and those
 * from the fifth on (seats 4 and up) are 鸟家: they share what a seat wins or loses, and which one, the last wall card says.
 * hands: length of the sitting. clock: seconds for a discard, 0 for none (then ten minutes end any wait).
 * window: `constant` = a revealed card may be claimed for the same time whether or not anybody can, so that no pause
 * tells anything; `open` = it goes on when all who are asked have answered (teaching). None: constant with a clock,
 * open without. claim_seconds: length of the constant window, None for 3, 4, 6 with clocks 15, 30, 60.
 * bots: `fill` = bots of `bot_level` take the seats still empty when everybody is ready; `wait` = wait for people.
 * seating: `choose` = people take the seat they like; `random` = seats are drawn at the start.
 * public: the room stands in the room list.
 */
export interface RoomOptions {
  rules?: string;
  changes?: Record<string, unknown>;
  players?: number | null;
  hands?: number;
  clock?: 0 | 15 | 30 | 60;
  window?: "constant" | "open" | null;
  claim_seconds?: number | null;
  bots?: "fill" | "wait";
  bot_level?: BotLevel;
  seating?: "choose" | "random";
  hints?: Hints;
  public?: boolean;
  name?: string;
}

/** The public rooms, newest first. cmd_id only in the first answer. */
export interface Rooms {
  t: "rooms";
  cmd_id?: string | null;
  rooms: RoomLine[];
}

/** One of the choices of an option; `value` goes into `RoomOptions.changes` under the option's id. */
export interface RuleChoice {
  value: string | number | boolean;
  zh: string;
  en: string;
}

/**
 * Something that tables agree on within a rule set: one of `choices`, or a number (`values`: the usual ones).
 *
 * why: what it decides, where its name does not say it. taken: the value of the choice that the rule set itself has made, None
 * where it is none of them.
 */
export interface RuleOption {
  id: string;
  zh: string;
  en: string;
  choices?: RuleChoice[];
  values?: number[];
  why?: Line | null;
  taken?: string | number | boolean | null;
}

/** One entry of `GET /api/rules`. missing: what the engine cannot play of it yet; with any, no room can be made. */
export interface RulesLine {
  id: string;
  hash: string;
  name: Line;
  players: number;
  missing?: Line[];
  game?: "paoyao" | "zipai";
}

/**
 * `GET /api/rules/{id}`, and `POST` for the same with changes. lines: 本桌规则; parameters: all of them with their values;
 * page: Markdown, zh then en, or "".
 *
 * options: what a room may choose (`RoomOptions.changes`). mingtang, scoring: the table of 名堂 and the steps from 息 to
 * payments.
 */
export interface RulesPage {
  id: string;
  hash: string;
  name: Line;
  players: number;
  missing: Line[];
  lines: Line[];
  options: RuleOption[];
  parameters: Record<string, unknown>;
  page: string;
  mingtang?: Mingtang[];
  scoring?: Line[];
  game?: "paoyao" | "zipai";
}

/**
 * Body of `POST /api/score`: a won hand, and how it was won.
 *
 * cards: all groups by name (`坎壹壹壹 句二七十 将五五`), or the concealed cards and then the melds. card: the winning card;
 * origin: how it came. The winner is seat A; the dealer is B unless `dealer`; a discarder is B. claims, discards, left:
 * 进张, own discards, concealed cards before the winning one, None where not known. players: at the table, 醒家 included.
 */
export interface ScoreAsk {
  cards: string;
  rules?: string;
  changes?: Record<string, unknown>;
  card?: string | null;
  origin?: "deal" | "discard" | "liang" | "other" | "self" | null;
  dealer?: boolean;
  first_discard?: boolean;
  first_draw?: boolean;
  last?: boolean;
  claims?: number | null;
  discards?: number | null;
  left?: number | null;
  huang?: number;
  charge?: number;
  piao?: number;
  xing?: number;
  birds?: number;
  wang?: string;
  base?: number | null;
  players?: number | null;
}

/**
 * Answer of `POST /api/score`. reason: why it is no 胡. fan: names with their 番 (or what they do to the points).
 *
 * points: what one loser pays in units of 底分, or what the winner gains where points are counted (`ledger`). net: by
 * seat, A first. lines: the derivation.
 */
export interface Scored {
  rules: Line;
  can_hu: boolean;
  reason: Line | null;
  groups: ScoredGroup[];
  huxi: number | null;
  tun: number | null;
  fan: [string, string][];
  fan_total: number | null;
  points: number | null;
  ledger: boolean;
  net: number[] | null;
  lines: Line[];
}

/** One 门子: its kind (glossary), the word for it, its cards, its 息; whether the winning card is in it. */
export interface ScoredGroup {
  kind: string;
  name: string;
  cards: string;
  huxi: number;
  claimed?: boolean;
}

/**
 * One seat: a person, or a bot of level `bot`, or nobody (both None). name: what to call them, bots too.
 *
 * connected: some client of the person is here; away_until: when the grace of a lost connection ends (it is shown,
 * and costs nothing). managed: 托管, the table plays for it. left: gone for good.
 */
export interface Seat {
  seat: number;
  name?: string;
  person?: Person | null;
  bot?: BotLevel | null;
  ready?: boolean;
  connected?: boolean;
  away_until?: number | null;
  managed?: boolean;
  left?: boolean;
}

/**
 * What lies open of one seat: number of concealed cards, melds, own discards and unclaimed draws in order.
 *
 * dead: 相公; barred: a mistake has cost it the right to 胡.
 */
export interface SeatView {
  size: number;
  melds?: MeldView[];
  discards?: string[];
  unclaimed?: string[];
  dead?: boolean;
  barred?: boolean;
}

/** A table at which I have a seat. */
export interface SeatedAt {
  table: string;
  code: string;
  phase: Phase;
  name: string;
}

/** `POST /api/session`: who I am; the token is also set as a cookie. */
export interface Session {
  token: string;
  me: Person;
}

/** Change my name or avatar; None leaves it. Answered with `me`. */
export interface SetProfile {
  t: "set_profile";
  cmd_id: string;
  name?: string | null;
  avatar?: Avatar | null;
}

/**
 * How the last hand ended and why: lines explain 门子 → 息 → 囤 → who pays whom. net: per table seat; its sum is 0 unless 息 are points.
 *
 * proof: of the shuffle; None only for a record from elsewhere that has none. last_card: the last of the wall, drawn or not,
 * and target: the table seat whose fortune the 鸟家 share for it; both null where there are no 鸟家.
 * xing, birds: copies of the 醒 card that the winner held, and 鸟 of 扎鸟 that hit, where the rules have them.
 */
export interface Settlement {
  hand_id: string;
  winner: number | null;
  huxi: number;
  tun: number;
  zimo: boolean;
  tianhu: boolean;
  net: number[];
  lines: Line[];
  proof: ShuffleProof | null;
  last_card?: string | null;
  target?: number | null;
  xing?: number;
  birds?: number;
}

/**
 * What the server publishes when the hand is over: everything the deck follows from.
 *
 * server_seed: hex. nonces: one text a seat, in seat order, "" for a seat that gave none.
 * The rest repeats the `Commitment`.
 */
export interface ShuffleProof {
  server_seed: string;
  nonces: string[];
  table: string;
  hand: number;
  n: number;
  commitment: string;
  scheme?: string;
}

/** Take this seat, or any (None). Before the sitting begins one may move to another seat. */
export interface Sit {
  t: "sit";
  cmd_id: string;
  table: string;
  seat?: number | null;
}

/** Before the deal of hand `hand`, where `head.stakes` asks: how much I 飘, and whether I 打坨. Who says nothing does neither. */
export interface Stake {
  t: "stake";
  cmd_id: string;
  table: string;
  hand: number;
  piao?: number;
  tuo?: boolean;
}

/** What each seat may say before the deal. piao: the most that one may 飘, 0: it is not asked. tuo: whether 打坨 is asked. */
export interface Stakes {
  piao?: number;
  tuo?: boolean;
}

/** Get up again before the sitting begins, and stay at the table. */
export interface Stand {
  t: "stand";
  cmd_id: string;
  table: string;
}

/** The whole view: replaces whatever the client has of this table. why: what made us send it. */
export interface TableIs {
  t: "table";
  cmd_id?: string | null;
  why: "entered" | "hello" | "resume";
  view: TableView;
}

/**
 * Everything that I may see of a table at version `v`. `hash` names the content of `hand` (docs/protocol.md).
 *
 * paoyao: the hand at a table of 跑腰, whose `hand` is null.
 */
export interface TableView {
  table: string;
  v: number;
  hash: string;
  now: number;
  room: Room;
  head: Head;
  book: Book;
  me: Me;
  hand: View | null;
  paoyao?: PaoyaoView | null;
}

/** 想一想: lengthen the claim window that is open. Anybody at the table may, able to claim or not; nobody learns who. */
export interface Think {
  t: "think";
  cmd_id: string;
  table: string;
  v: number;
}

/** 提 at place `at` of the seat's row: dealt, or from a 坎 (`hand`) or an own 偎. `card` is None when hidden. */
export interface Ti {
  event: "ti";
  to?: number | null;
  seat: number;
  at: number;
  source: "deal" | "hand" | "peng" | "wei";
  card?: string | null;
}

/**
 * What the table is waiting for; the same for every observer.
 *
 * kind: `cut` (切牌), `claim` (a revealed card may be claimed), `seat` (seat `seat` has to act), `next` (everybody
 * ready for the next hand), `ready` (to begin). opened, deadline: the wait in server time; deadline None: no limit.
 * thinking: somebody has asked for more time.
 */
export interface Turn {
  kind: "claim" | "cut" | "next" | "ready" | "seat";
  opened: number;
  deadline?: number | null;
  seat?: number | null;
  thinking?: boolean;
}

/** A wall card is turned up before all (明示). */
export interface TurnedUp {
  event: "turned_up";
  to?: number | null;
  seat: number;
  card: string;
}

/** Nobody took the drawn card: it lies dead beside its drawer. */
export interface Unclaimed {
  event: "unclaimed";
  to?: number | null;
  seat: number;
  card: string;
}

/** To one seat: `card` is no longer 臭 to it for `blocks`; its table 息 have changed (core.md §15.7). */
export interface Unmarked {
  event: "unmarked";
  to?: number | null;
  seat: number;
  card: string;
  blocks: ("chi" | "hu" | "peng")[];
}

/**
 * From version `prev` to `v`: what happened (`events`, those you may see) and the parts of the view that changed.
 *
 * A part that is absent is as it was; `hand` null means that there is none now. At a table of 跑腰 the hand is `paoyao`,
 * and `events` is empty: its view holds the course of the hand.
 */
export interface Update {
  t: "update";
  table: string;
  prev: number;
  v: number;
  hash: string;
  now: number;
  events?: GameEvent[];
  head?: Head;
  book?: Book;
  me?: Me;
  hand?: View | null;
  paoyao?: PaoyaoView | null;
}

/** The client is too old (or too new) for this server: load the page again. The connection is closed (4001). */
export interface Upgrade {
  t: "upgrade";
  protocol: number;
  protocol_min: number;
  server: string;
  zh: string;
  en: string;
}

/** I am the person of this code. Answered with `welcome`: from now on this connection is that person. */
export interface UseDeviceCode {
  t: "use_device_code";
  cmd_id: string;
  code: string;
}

/** `GET /api/version`. lan: how others in the same network reach the server; told to this machine alone, else null. */
export interface Version {
  server: string;
  protocol: number;
  protocol_min: number;
  lan?: string | null;
}

/**
 * The hand as `seat` sees it (None: a spectator). JSON-able; build it with `fold`.
 *
 * `hand`: the seat's concealed cards as text; `asked`: what it has to choose, if anything; `marks`: which cards
 * are 臭 to it and for what; `thrown`: what it has discarded itself, taken or not (core.md §14); `wall`: cards left; `liang`: the 亮张; `won`, `revealed`: set at the end.
 */
export interface View {
  seat: number | null;
  rules?: string;
  dealer?: number;
  wall?: number;
  liang?: string;
  hand?: string;
  seats?: SeatView[];
  in_play?: InPlay | null;
  asked?: Asked | null;
  marks?: Record<string, string[]>;
  thrown?: string;
  over?: boolean;
  won?: Won | null;
  revealed?: Revealed | null;
}

/** 听牌: this card would win with so much 息 in all; `left`: copies that the player has not seen. */
export interface Wait {
  card: string;
  huxi: number;
  left: number;
}

/** 荒庄: a draw is due and no card is left. */
export interface WallEmpty {
  event: "wall_empty";
  to?: number | null;
}

/** The 王 just turned up goes to its drawer's hand; nobody else may claim it. */
export interface WangTaken {
  event: "wang_taken";
  to?: number | null;
  seat: number;
}

/** Send me `rooms` now and whenever the list changes (on), or no more (off). */
export interface WatchRooms {
  t: "watch_rooms";
  cmd_id: string;
  on?: boolean;
}

/** 偎 at place `at`; `card` is None when the rules keep it hidden (core.md §11). */
export interface Wei {
  event: "wei";
  to?: number | null;
  seat: number;
  at: number;
  card?: string | null;
}

/** You are `me`; keep `token` secret and send it with the next `hello`. tables: where you have a seat. */
export interface Welcome {
  t: "welcome";
  cmd_id?: string | null;
  protocol: number;
  server: string;
  token: string;
  me: Person;
  tables: SeatedAt[];
  now: number;
}

/** 胡. `net`: everybody's change in points (底分 included), summing to zero. */
export interface Won {
  event: "won";
  to?: number | null;
  seat: number;
  card: string;
  origin: "discard" | "draw" | "liang" | "own_meld";
  owner: number;
  huxi: number;
  tun: number;
  zimo: boolean;
  tianhu: boolean;
  forced: boolean;
  net: number[];
}

/**
 * `GET /api/tables/{table}/worth`: what each of my choices gains me in chips until the end of the hand, on the average over
 * all that the hidden cards can be, against players who follow the usual advice.
 *
 * ready: false while the server is still getting ready for it (ask again in some seconds). chips: by the text of the action.
 * exact: every way the cards can lie was counted; otherwise some were drawn, and errors is half the width of the 95 % interval.
 */
export interface Worth {
  ready: boolean;
  exact?: boolean;
  chips?: Record<string, number>;
  errors?: Record<string, number>;
}

export type ClientIn = Hello | Ping | SetProfile | MakeDeviceCode | UseDeviceCode | WatchRooms | QuickStart | CreateRoom | Peek | Enter | Sit | Stand | Ready | PutBot | Remove | Leave | Cut | Stake | Act | Think | Manage | Resume | CloseTable;

export type ClientOut = Welcome | Upgrade | Pong | MeIs | DeviceCode | Rooms | RoomIs | TableIs | Update | Ack | Refused | Gone | Fault | Closing;

export type GameEvent = HandStarted | Dealt | LiangTaken | TurnedUp | WangTaken | DrewHidden | Own | Ti | Pao | Wei | ChouWei | Penged | Ate | Laid | Discarded | Unclaimed | Dead | Punished | Asked | Marked | Unmarked | Won | WallEmpty | Revealed;

export type GameAction = Discard | Pass | Hu | Peng | Chi;

export type Avatar = "dog" | "dragon" | "goat" | "horse" | "monkey" | "ox" | "pig" | "rabbit" | "rat" | "rooster" | "snake" | "tiger";

export type BotLevel = "expert" | "normal" | "novice";

export type Phase = "cutting" | "ended" | "playing" | "quarantined" | "settled" | "waiting";

export type RefusalCode = "bad_code" | "bad_option" | "full" | "illegal" | "not_found" | "not_host" | "not_now" | "not_yours" | "quarantined" | "stale" | "taken" | "too_many" | "trouble";
