/** Real clips from beside the repository, where they are; they are no part of it. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** One person after the other walks through a hall. */
const walkers = resolve(import.meta.dirname, '../../../../shared/footage/dev/onebyone_a.mp4')

/** Undefined where there is none. */
export const clipOfWalkers = existsSync(walkers) ? walkers : undefined
