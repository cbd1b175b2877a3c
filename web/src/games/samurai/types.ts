// The messages of the server as this game reads them.
import type * as shell from '../../shell/protocol'
import type { Scored as AnyScored } from '../../shell/table/ending'
import type { Model as AnyModel } from '../../shell/table/model'
import type { SamuraiWire } from './protocol'

export type * from './protocol'
export type { HintMove, Mark, Sentence } from '../../shell/protocol'
export type LogEntry = shell.LogEntry<SamuraiWire>
export type Model = AnyModel<SamuraiWire>
export type Own = shell.Own<SamuraiWire>
export type Puzzle = shell.Puzzle<SamuraiWire>
export type Result = shell.Result<SamuraiWire>
export type Scored = AnyScored<SamuraiWire>
export type ServerMessage = shell.ServerMessage<SamuraiWire>
export type Studied = shell.Studied<SamuraiWire>
