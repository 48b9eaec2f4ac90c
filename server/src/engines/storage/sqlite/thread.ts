import { parentPort } from 'node:worker_threads'
import type { Statement } from '../statement.ts'
import type { WriteResult } from '../storage.ts'
import { Database } from './database.ts'
import { faultOf } from './fault.ts'
import type {
  AnswerMessage,
  Answers,
  Kind,
  Outcome,
  Requests,
  RequestMessage,
  ThreadMessage,
  ThreadSettings,
} from './thread-protocol.ts'

// The entry of a database thread: told which database, it owns one connection and answers one request after the other.

const BUSY_TIMEOUT_MS = 5000

type Handlers = { [K in Kind]: (body: Requests[K]) => Answers[K] }

const port = parentPort
if (!port) throw new Error('this file is the entry of a thread')

function open({ path, readOnly }: ThreadSettings): Database {
  const database = new Database(path, { readOnly, busyTimeoutMs: BUSY_TIMEOUT_MS })
  if (!readOnly) {
    database.exec('pragma journal_mode = wal')
    // FULL: the log is synced at every commit, so an answered write survives a power cut.
    database.exec('pragma synchronous = full')
    database.exec('pragma journal_size_limit = 67108864')
  }
  database.exec('pragma cache_size = -32768')
  database.exec('pragma trusted_schema = off')
  database.exec('pragma temp_store = memory')
  return database
}

function handlersOf(database: Database): Handlers {
  function control(sql: string): undefined {
    database.run({ sql, parameters: [] })
  }

  function runUnits(units: Requests['units']): Answers['units'] {
    control('begin immediate')
    try {
      const outcomes = units.map(runUnit)
      control('commit')
      return outcomes
    } catch (error) {
      if (database.isInTransaction) control('rollback')
      throw error
    }
  }

  function runUnit(unit: readonly Statement[]): Outcome<WriteResult[]> {
    control('savepoint unit')
    try {
      const value = unit.map((statement) => database.run(statement))
      control('release unit')
      return { ok: true, value }
    } catch (error) {
      // The whole transaction is gone, and the units before this one with it.
      if (!database.isInTransaction) throw error
      control('rollback to unit')
      control('release unit')
      return { ok: false, fault: faultOf(error) }
    }
  }

  return {
    run: (statement) => database.run(statement),
    units: runUnits,
    begin: () => control('begin immediate'),
    step(statement) {
      // Another thread may have opened it and died since; by itself the statement would be stored at once.
      if (!database.isInTransaction) throw new Error('the transaction was lost')
      return database.run(statement)
    },
    commit: () => control('commit'),
    rollback() {
      // After some errors (a full disk) SQLite has already rolled back.
      if (database.isInTransaction) control('rollback')
      return undefined
    },
  }
}

function answer<K extends Kind>(handlers: Handlers, { kind, body }: RequestMessage<K>): Outcome<Answers[K]> {
  try {
    return { ok: true, value: handlers[kind](body) }
  } catch (error) {
    return { ok: false, fault: faultOf(error) }
  }
}

let opened: { database: Database; handlers: Handlers } | undefined
port.on('message', (message: ThreadMessage) => {
  if (message === 'close') {
    opened?.database.close()
    port.close()
  } else if ('path' in message) {
    const database = open(message)
    opened = { database, handlers: handlersOf(database) }
  } else if (opened) {
    const reply: AnswerMessage = { id: message.id, outcome: answer(opened.handlers, message) }
    port.postMessage(reply)
  }
})
