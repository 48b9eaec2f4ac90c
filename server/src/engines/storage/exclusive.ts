import type { Clock } from '../clock.ts'
import { StorageFailure } from './failures.ts'
import { resultsOf, type Statement, statementOf } from './statement.ts'
import type { Query, Transaction, WriteResult } from './storage.ts'

/** One connection on which nobody else writes meanwhile. `rollback` leaves it clean or gives it up. */
export interface ExclusiveConnection {
  begin(): Promise<void>
  run(statement: Statement): Promise<WriteResult>
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Runs `work` between begin and commit; see `Storage.transaction`. */
export async function runExclusively<T>(
  connection: ExclusiveConnection,
  work: (transaction: Transaction) => Promise<T>,
  clock: Clock,
  deadlineMs: number,
): Promise<T> {
  const running = new Set<Promise<unknown>>()
  let refusal: Error | undefined

  const run = async <Q extends Query>(query: Q) => {
    if (refusal) throw refusal
    const answer = connection.run(statementOf(query))
    running.add(answer)
    try {
      return resultsOf<readonly [Q]>([query], [await answer])[0]
    } catch (error) {
      refusal ??= new Error('a statement of this transaction failed, so it is rolled back', { cause: error })
      throw error
    } finally {
      running.delete(answer)
    }
  }

  await connection.begin()
  const deadline = Promise.withResolvers<never>()
  const timer = clock.after(deadlineMs, () => {
    refusal = new StorageFailure(
      'timeout',
      `a transaction took longer than ${deadlineMs} ms and is rolled back`,
    )
    deadline.reject(refusal)
  })
  try {
    const value = await Promise.race([work({ run }), deadline.promise])
    await Promise.allSettled(running)
    if (refusal) throw refusal
    refusal = new Error('this transaction is over')
    await connection.commit()
    return value
  } catch (error) {
    refusal ??= new Error('this transaction is over')
    await connection.rollback()
    throw error
  } finally {
    timer.stop()
  }
}
