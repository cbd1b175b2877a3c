// The browser's own database: names and bytes, written all or none, and on the disk when that is said.
const VERSION = 1
const THINGS = 'things'

/** A name, its bytes (none: it is removed), and whether it must be new. */
export type Change = [name: string, value: Uint8Array | null | undefined, isNew: boolean]

/** The database of a folder: others may share the origin. */
export const databaseName = (folder: string): string => `kabuto ${new URL(folder).pathname}`

/** Open it; `gone` is called when the browser closes it, because somebody emptied the storage. */
export const open = (name: string, gone: () => void): Promise<IDBDatabase> =>
  new Promise((done, fail) => {
    const asked = indexedDB.open(name, VERSION)
    asked.onupgradeneeded = () => asked.result.createObjectStore(THINGS)
    asked.onsuccess = () => {
      const database = asked.result
      database.onclose = gone
      database.onversionchange = () => {
        database.close() // a newer version of this page needs it, or somebody deletes it
        gone()
      }
      done(database)
    }
    asked.onerror = () => fail(asked.error)
  })

/** Everything whose name starts so, in order: the names, and their bytes. */
export const read = (database: IDBDatabase, start: string): Promise<[string[], Uint8Array[]]> =>
  new Promise((done, fail) => {
    const things = database.transaction(THINGS).objectStore(THINGS)
    const range = IDBKeyRange.bound(start, `${start}\uffff`)
    const names = things.getAllKeys(range)
    const values = things.getAll(range)
    values.onsuccess = () => done([names.result as string[], values.result as Uint8Array[]])
    values.onerror = () => fail(values.error)
  })

/** Write all of it or nothing; it is done when it would outlive a loss of power. */
export const write = (database: IDBDatabase, changes: Change[]): Promise<void> =>
  new Promise((done, fail) => {
    const transaction = database.transaction(THINGS, 'readwrite', { durability: 'strict' })
    const things = transaction.objectStore(THINGS)
    for (const [name, value, isNew] of changes) {
      if (!value) things.delete(name)
      else if (isNew) things.add(value, name)
      else things.put(value, name)
    }
    transaction.oncomplete = () => done()
    transaction.onabort = () => fail(transaction.error)
  })
