// What a page and the worker that holds its tables say to each other.

/** How it stands with the tables of this page. */
export type Standing =
  | 'starting'
  | 'ready'
  | 'elsewhere' // another tab holds them, and does not answer
  | 'taken' // another tab has taken them over
  | 'full' // there is no room left: what was done last is not kept
  | 'gone' // the storage was emptied or closed while the page was open
  | 'refused' // the browser lets this page keep nothing
  | 'newer' // a newer version has kept something here
  | 'damaged' // a file of the folder is missing, cut, or another one
  | 'no_wasm'
  | 'no_memory'
  | 'no_search' // the search could not be had: a lower level has sat in

/** From the page. */
export type Asked =
  | { kind: 'start'; folder: string; python: string; search: string }
  | { kind: 'take' }
  | { kind: 'ask'; number: number; method: string; address: string; body: string }
  | { kind: 'open'; number: number; address: string }
  | { kind: 'say'; number: number; text: string }
  | { kind: 'hang_up'; number: number }

/** What is asked of the tables: it has a number. */
export type Question = Extract<Asked, { number: number }>

/** From the worker: an answer, a message of a table, the end of one, or how it stands. */
export type Told =
  | { kind: 'answer'; number: number; status: number; text: string }
  | { kind: 'tell'; number: number; text: string }
  | { kind: 'end'; number: number; code: number }
  | { kind: 'standing'; standing: Standing; detail: string }

/** What is told about a question. */
export type Reply = Exclude<Told, { kind: 'standing' }>
