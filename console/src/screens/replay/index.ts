export { Replay } from './Replay.tsx'
