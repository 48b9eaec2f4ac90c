/**
 * Makes the program, loads the code of every process, and ends: what Node makes of it is in NODE_COMPILE_CACHE then. `start.js` runs it
 * beside the making of the console, so that the first start after that is as quick as all others.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { join, resolve } from 'node:path'

import { madeProgram } from '../program.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const load = (path: string): Promise<unknown> => import(pathToFileURL(path).href)

const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
// A container's last layer is without it.
if (madeProgram() === undefined && existsSync(vite))
  spawnSync(process.execPath, [vite, 'build', 'server', '--logLevel', 'error'], { cwd: ROOT })
const made = madeProgram()
if (made === undefined)
  await Promise.all([
    import('../platform.ts'),
    import('./demo.ts'),
    import('./simulator.ts'),
    import('@vedette/media/record/recorder'),
    import('@vedette/media/rtsp/session'),
    import('@vedette/media/shard/shard-streams'),
    import('@vedette/media/shard/outlet'),
  ])
else for (const name of ['platform', 'demo']) await load(join(made, `${name}.mjs`))
// Not a part of the server, which its types say as well.
await load(join(ROOT, 'simulator/src/simulator.ts'))
