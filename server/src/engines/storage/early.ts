import { startThreads } from './sqlite/database-thread.ts'

/** Those that a start waits for: one writes to each of the two databases, one reads each. */
const THREADS = 4

/** Starts what the embedded database will want, while a program loads the rest of its code. */
export function startEarly(env: NodeJS.ProcessEnv): void {
  if (!env['VEDETTE_DATABASE_URL']) startThreads(THREADS)
}
