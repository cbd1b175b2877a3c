// What this browser knows of a table, and how each message of the server changes it. Pure: easy to test.
import type { Clocks, Deal, LogEntry, Offer, Own, Played, Result, ServerMessage, TableInfo, Talk, Wire } from '../protocol'

/** Whom the host mutes to hear players alone. */
export const SPECTATORS = 'spectators'

export interface Model<W extends Wire = Wire> {
  /** The number of the last event. */
  number: number
  table: TableInfo
  /** How the parts of the game have to be read. */
  wire: string
  position: W['position'] | null
  own: Own<W> | null
  log: LogEntry<W>[]
  talk: Talk[]
  /** My own `who` in the talk. */
  speaker: string
  /** Who may not talk here. */
  muted: string[]
  offers: Offer[]
  clocks: Clocks | null
  /** When the clocks were read, by this browser's own clock. */
  clocksAt: number
  result: Result<W> | null
  /** Null: the deal can't be verified. */
  deal: Deal | null
}

/** The table after a message; null before the first `state`, and null asks for everything anew after a gap. */
export function apply(model: Model | null, message: ServerMessage, now: number): Model | null {
  if (message.type === 'state') {
    const known = message.log_from > 0 ? (model?.log ?? []).filter((entry) => entry.ply < message.log_from) : []
    if (message.log_from > 0 && known.length < message.log_from) return null
    const { type: _, log_from: from, talk, ...rest } = message
    const said = from > 0 && model ? [...model.talk.filter((old) => !talk.some((t) => t.number === old.number)), ...talk] : talk
    return { ...rest, log: [...known, ...message.log], talk: said, clocksAt: now }
  }
  if (!model) return null
  switch (message.type) {
    case 'played': {
      if (message.number <= model.number) return model
      if (message.number > model.number + 1) return null
      const { type: _, log, to_move: __, ...rest } = message
      return { ...model, ...rest, table: after(model.table, message), log: [...model.log, ...log], clocksAt: now }
    }
    case 'turn':
      return { ...model, position: message.position, own: message.own }
    case 'table': {
      const { type: _, ...rest } = message
      return { ...model, ...rest, clocksAt: now }
    }
    case 'said':
      if (message.talk.number <= model.number) return model
      if (message.talk.number > model.number + 1) return null
      return { ...model, number: message.talk.number, talk: [...model.talk, message.talk] }
    default:
      return model
  }
}

/** Whether a message leaves nothing of what was being chosen: moves do, a line that is back with the same decision does not. */
export function isOutdated(message: ServerMessage, before: Model | null): boolean {
  if (message.type !== 'state') return message.type === 'turn' || message.type === 'played'
  const [now, then] = [message.own, before?.own]
  return !now || !then || now.seat !== then.seat || now.ply !== then.ply || now.turn.length !== then.turn.length
}

/** The table from outside after a turn: the message tells it in other words. */
function after(table: TableInfo, { log, to_move, result }: Played): TableInfo {
  return {
    ...table,
    ply: table.ply + log.length,
    to_move,
    status: result ? 'over' : table.status,
    winners: result?.winners ?? [],
  }
}

/** What is left of a seat's time, in milliseconds. */
export function timeLeft(model: Model, seat: number, now: number): number | null {
  const left = model.clocks?.left[seat]
  if (left === null || left === undefined) return null
  return Math.max(0, left - (model.clocks!.running.includes(seat) ? now - model.clocksAt : 0))
}

/** Minutes and seconds, or hours or days when there is much. */
export function clockFace(ms: number): string {
  const s = Math.ceil(ms / 1000)
  const two = (n: number): string => String(n).padStart(2, '0')
  if (s >= 86_400) return `${Math.floor(s / 86_400)} d ${Math.floor((s % 86_400) / 3600)} h`
  if (s >= 3600) return `${Math.floor(s / 3600)}:${two(Math.floor((s % 3600) / 60))}:${two(s % 60)}`
  return `${Math.floor(s / 60)}:${two(s % 60)}`
}
