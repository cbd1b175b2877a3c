// How this page takes seats: it says at once that it will seal a part of the deal. What it adds then is in `deals.ts`.
import type { NewTable, TableInfo } from '../protocol'
import { ask } from './api'
import { isAlone } from './transport'

/** The version by which this page seals: it adds nothing to a deal by another one. */
export const VERSION = 2

/** The address of a request to take a seat: this page seals when it knows what the server committed to. Alone it deals for itself, which proves nothing. */
export const sealing = (path: string): string => (isAlone() ? path : `${path}?deal=${VERSION}`)

/** Set a table. */
export const setTable = (wanted: NewTable): Promise<TableInfo> => ask('POST', sealing('/api/tables'), wanted)
