/** What `npm start` runs: the starter of the made program, or of the sources. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { madeProgram } from '../program.ts'

const made = madeProgram()
await (made === undefined ? import('./start.ts') : import(pathToFileURL(join(made, 'starter.mjs')).href))
