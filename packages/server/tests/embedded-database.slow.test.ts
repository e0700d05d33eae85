/** What the embedded database needs beyond what any database does: one connection, one folder, one arena. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AccountStore } from '../src/accounts/store.ts'
import { readMachineId } from '../src/machine/id.ts'
import { openDatabase } from '../src/db/database.ts'
import { FolderInUseError, lockFolder } from '../src/db/folder-lock.ts'
import { asSystemError } from '../src/db/own-files.ts'
import type { Database } from '../src/db/schema.ts'
import { IS_LONG } from '../../../scripts/tests/series.ts'
import { layDatabase } from './data-folder.ts'
import { FOLDER_HOLDER, FOLDER_WRITER } from '../../../scripts/tests/programs.ts'
import { sharedFolder } from './begun-once.ts'
import { smallDisk } from './small-disk.ts'
import { migrationsContract } from './storage/migrations.ts'

const parent = sharedFolder('arena-')
const newFolder = () => mkdtempSync(join(parent, 'data-'))

describe('the embedded database', () => {
  const dataDir = newFolder()
  let db: Database
  beforeAll(async () => {
    // One that is made in an empty folder takes eight seconds. The copy was made so, by `keep-database.ts`.
    if (!IS_LONG) await layDatabase(dataDir)
    db = await openDatabase({ databaseUrl: null, dataDir })
  })
  afterAll(() => db.destroy())

  test('other queries wait until a transaction is over, and see none of it when it is rolled back', async () => {
    await sql`create table steps (name text)`.execute(db)
    const seen: string[] = []
    const note = (name: string) => sql`insert into steps values (${name})`.execute(db).then(() => seen.push(name))
    let others: Promise<unknown> = Promise.resolve()
    const transaction = db.transaction().execute(async (trx) => {
      await sql`insert into steps values ('inside')`.execute(trx)
      // Asked for while the transaction is open, and it stays open over several turns of the event loop.
      others = Promise.all([
        note('outside 1'),
        note('outside 2'),
        db.transaction().execute(async () => seen.push('next')),
      ])
      for (let i = 0; i < 10; i++) {
        await new Promise(setImmediate)
        await sql`select 1`.execute(trx)
      }
      expect(seen).toEqual([])
      throw new Error('roll back')
    })
    await expect(transaction).rejects.toThrow('roll back')
    await others
    expect(seen).toEqual(['outside 1', 'outside 2', 'next'])
    const { rows } = await sql`select name from steps`.execute(db)
    expect(rows).toEqual([{ name: 'outside 1' }, { name: 'outside 2' }])
  })

  test('a second arena in the same data folder is refused, with the reason', async () => {
    const second = openDatabase({ databaseUrl: null, dataDir })
    await expect(second).rejects.toThrow(FolderInUseError)
    await expect(second).rejects.toThrow(`The data folder ${dataDir} is in use by this process.`)
  })

  test('written data is there when the folder is opened again', async () => {
    const user = await new AccountStore(db).findOrCreate('ada@example.org')
    await db.destroy()
    expect(existsSync(join(dataDir, 'arena.lock'))).toBe(false)
    db = await openDatabase({ databaseUrl: null, dataDir })
    expect(await new AccountStore(db).find(user.id)).toEqual(user)
  })

  test('of a process that is killed in the middle of its work, all that was confirmed as written is there', async () => {
    await db.destroy()
    const writer = fork(FOLDER_WRITER, [dataDir], { execArgv: [] })
    const written: string[] = []
    await new Promise<void>((resolve) => {
      writer.on('message', (email: string) => {
        written.push(email)
        if (written.length === 30) {
          writer.kill('SIGKILL')
          resolve()
        }
      })
    })
    await once(writer, 'exit')
    db = await openDatabase({ databaseUrl: null, dataDir })
    const rows = await db.selectFrom('users').select('email').execute()
    expect(rows.map((row) => row.email)).toEqual(expect.arrayContaining(written))
  })

  migrationsContract(() => db)

  test('a folder that a newer version has used is refused, and left unlocked', async () => {
    await db.destroy()
    await expect(openDatabase({ databaseUrl: null, dataDir })).rejects.toThrow('newer version of the arena')
    lockFolder(dataDir)()
  })
})

describe('the lock of a data folder', () => {
  test('is given back once', () => {
    const folder = newFolder()
    const unlock = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow('in use by this process')
    unlock()
    const again = lockFolder(folder)
    unlock()
    expect(() => lockFolder(folder)).toThrow(FolderInUseError)
    again()
  })

  test('another process that runs keeps it, and is named; once that was killed the lock is taken over', async () => {
    const folder = newFolder()
    const holder = fork(FOLDER_HOLDER, [folder], { execArgv: [] })
    await once(holder, 'message')
    expect(() => lockFolder(folder)).toThrow(
      `The data folder ${folder} is in use by process ${holder.pid}. ` +
        'Stop that arena first, or give this one a folder of its own (ARENA_DATA_DIR).',
    )
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    lockFolder(folder)()
  })

  test('in a copy of the folder it says that this is a copy, while its holder runs; later it is taken over', async () => {
    const folder = newFolder()
    const holder = fork(FOLDER_HOLDER, [folder], { execArgv: [] })
    await once(holder, 'message')
    const copy = newFolder()
    cpSync(folder, copy, { recursive: true })
    expect(() => lockFolder(copy)).toThrow(`is a copy of one that process ${holder.pid} has in use`)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    lockFolder(copy)()
  })

  test.each([
    ['a process id that another process has by now', `${process.ppid} 1`],
    ['our own process id from before a restart of the container', `${process.pid} 1`],
    ['nothing legible', 'garbage'],
    ['nothing', ''],
  ])('a stale lock is taken over: %s', (_, content) => {
    const folder = newFolder()
    writeFileSync(join(folder, 'arena.lock'), content)
    const unlock = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(FolderInUseError)
    unlock()
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('the identity of an arena', () => {
  test('lasts as long as its data folder', async () => {
    const folder = newFolder()
    const id = await readMachineId(folder)
    expect(id).toMatch(/^arena_[0-9a-z]{26}$/)
    expect(await readMachineId(folder)).toBe(id)
    expect(await readMachineId(newFolder())).not.toBe(id)
    expect(await readMachineId(null)).not.toBe(await readMachineId(null))
  })

  test('is one and the same for machines that start at once on one folder, and nothing else is left there', async () => {
    const folder = newFolder()
    const ids = await Promise.all(Array.from({ length: 20 }, () => readMachineId(folder)))
    expect(new Set(ids).size).toBe(1)
    expect(readdirSync(folder)).toEqual(['arena-id'])
    expect(statSync(join(folder, 'arena-id')).mode & 0o777).toBe(0o600)
  })

  test.each(['', '\n', 'arena_', 'match_01k9y40r6yes3v1c5hzq8p2n7t', '\0\0\0'])(
    'a file that holds none (%j) is reported, and left as it is',
    async (content) => {
      const folder = newFolder()
      writeFileSync(join(folder, 'arena-id'), content)
      await expect(readMachineId(folder)).rejects.toThrow('does not hold the id of a machine')
      expect(readFileSync(join(folder, 'arena-id'), 'utf8')).toBe(content)
    },
  )
})

describe('what the system refuses is said in its words', () => {
  test('a start on a full disk says that no space is left', async (task) => {
    await using disk = await smallDisk(1)
    if (disk === null) return task.skip('only root may mount a small disk')
    const start = openDatabase({ databaseUrl: null, dataDir: disk.folder })
    await expect(start).rejects.toThrow(
      `The database in ${join(disk.folder, 'database')} cannot be used: ENOSPC: no space left on device`,
    )
  })

  test('a number of Emscripten’s is the error of that number; all else is what it is', () => {
    expect(asSystemError({ name: 'ErrnoError', errno: 69 })).toMatchObject({
      message: 'EROFS: read-only file system',
      code: 'EROFS',
    })
    for (const other of [new Error('a query failed'), { errno: 9_999 }, 'gone', null])
      expect(asSystemError(other)).toBe(other)
  })
})
