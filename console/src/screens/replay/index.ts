export { ExportsPage } from './ExportList.tsx'
export { Replay } from './Replay.tsx'
