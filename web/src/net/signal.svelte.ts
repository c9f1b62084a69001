// How well the server is reached, as the player is told of it: nothing while all is well, amber while the signal is bad or a lost
// connection has only just gone, red while there is none. The link alone writes it.

export type Level = '' | 'weak' | 'gone'

export const signal: { level: Level; unsent: boolean } = $state({
  level: '',
  /** Something was pressed, and the server has not said yet that it has it. */
  unsent: false,
})
