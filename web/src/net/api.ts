// The few things that come by HTTP.

import type { HandLine, HttpError, OwnRules, Replay, RulesLine, RulesPage, ScoreAsk, Scored, Session, Version, Worth } from '../protocol'

export class ApiError extends Error {
  constructor(readonly status: number, readonly told: HttpError) {
    super(told.en)
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(path, init)
  if (!response.ok) {
    const told = (await response.json().catch(() => null)) as HttpError | null
    throw new ApiError(response.status, told ?? { code: String(response.status), zh: response.statusText, en: response.statusText })
  }
  return (await response.json()) as T
}

export const api = {
  version: () => ask<Version>('/api/version'),
  rules: () => ask<RulesLine[]>('/api/rules'),
  /** start: a rule file of one's own, whose page it then is (`startOf`). */
  rulesPage: (id: string, start: Record<string, unknown> = {}) =>
    Object.keys(start).length ? api.changedRules(id, start) : ask<RulesPage>(`/api/rules/${encodeURIComponent(id)}`),
  /** players: of the room, where its lines shall say who sits out. */
  changedRules: (id: string, changes: Record<string, unknown>, players?: number): Promise<RulesPage> =>
    ask<RulesPage>(`/api/rules/${encodeURIComponent(id)}`, { method: 'POST', body: JSON.stringify({ changes, ...(players ? { players } : {}) }) }),
  /** A rule file (TOML) as house rules. */
  rulesFile: (text: string) => ask<OwnRules>('/api/rules', { method: 'POST', body: text }),
  /** Sets the cookie of whom the token names. */
  session: (token: string) => ask<Session>('/api/session', { method: 'POST', body: JSON.stringify({ token }) }),
  score: (hand: ScoreAsk) => ask<Scored>('/api/score', { method: 'POST', body: JSON.stringify(hand) }),
  hand: (id: string, seat: number | null) => ask<Replay>(`/api/hands/${encodeURIComponent(id)}${seat === null ? '' : `?seat=${seat}`}`),
  open: (record: string) => ask<Replay>('/api/replay', { method: 'POST', body: record }),
  worth: (table: string, token: string | null) =>
    ask<Worth>(`/api/tables/${encodeURIComponent(table)}/worth`, token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
  hands: (token: string | null) => ask<HandLine[]>('/api/me/hands', token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
}
