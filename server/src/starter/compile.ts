/**
 * Loads the code of every process, and ends: what Node makes of it is in NODE_COMPILE_CACHE then. `start.js` runs it while the console is
 * built, so that the first start after that is as quick as all others.
 */
import { pathToFileURL } from 'node:url'
import { join, resolve } from 'node:path'

import '../platform.ts'
import './demo.ts'
import './simulator.ts'
import '@vedette/media/record/recorder'
import '@vedette/media/rtsp/session'
import '@vedette/media/shard/shard-streams'
import '@vedette/media/shard/outlet'

// Not a part of the server, which its types say as well.
const simulator = resolve(import.meta.dirname, '../../../simulator/src')
await import(pathToFileURL(join(simulator, 'simulator.ts')).href)
