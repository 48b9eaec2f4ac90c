/** The server's process. Started by itself, it begins anew in place with its settings; the starter has set them. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { ENVIRONMENT, NODE_FLAGS } from './process-settings.ts'
import { madeProgram } from './program.ts'

const { execPath, execArgv, env } = process
// Windows has no such call, and a parent with a channel to us would lose it.
if (env['NODE_COMPILE_CACHE'] === undefined && !process.send && process.platform !== 'win32')
  process.execve?.(execPath, [execPath, ...NODE_FLAGS, ...execArgv, import.meta.filename], {
    ...ENVIRONMENT,
    ...env,
  })
const made = madeProgram()
await (made === undefined ? import('./entry.ts') : import(pathToFileURL(join(made, 'gate.mjs')).href))
