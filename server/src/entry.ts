/** The gate's process, from its first line. */
import { startEarly } from './engines/storage/early.ts'

startEarly(process.env)
await import('./gate.ts')
