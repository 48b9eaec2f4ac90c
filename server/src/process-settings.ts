/** What has to be set before the platform's process begins. */
import { join } from 'node:path'

/** The space for young objects, which loading would make 34 MB large for good; with less than 4 every call costs more. */
export const NODE_FLAGS = ['--max-semi-space-size=4']

export const ENVIRONMENT = {
  // Without the compiler of types in memory, 30 MB in the process and 10 in each thread, where everything is compiled.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/vedette'),
  // Else every thread keeps memory of its own that it gave back.
  MALLOC_ARENA_MAX: '2',
}
