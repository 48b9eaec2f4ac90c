/**
 * `npm run bench [-- NAME… --seconds N …]`: measures, with a named peer in the same run where there is one.
 * Figures of one machine: bench/benchmarks.md.
 */
import { wanted } from './flags.ts'

/** A bench prints its own tables. Those of `ALWAYS` run when none is named. */
const BENCHES: Record<string, () => Promise<void>> = {
  live: async () => (await import('./live.ts')).benchLive(),
  ingest: async () => (await import('./ingest.ts')).benchIngest(),
  record: async () => (await import('./record.ts')).benchRecord(),
  beside: async () => (await import('./beside.ts')).benchBeside(),
  archive: async () => (await import('./of-server.ts')).benchOfServer('archive'),
  replay: async () => {
    await (await import('./of-server.ts')).benchOfServer('replay')
    await (await import('./replay-painted.ts')).benchReplayPainted()
    await (await import('./timeline-redraw.ts')).benchTimelineRedraw()
  },
  album: async () => {
    await (await import('./of-server.ts')).benchOfServer('album')
    await (await import('./album.ts')).benchAlbumPage()
  },
  retention: async () => (await import('./of-server.ts')).benchOfServer('retention'),
  devices: async () => (await import('./of-server.ts')).benchOfServer('devices'),
  community: async () => (await import('./of-server.ts')).benchOfServer('community'),
  map: async () => (await import('./of-server.ts')).benchOfServer('map'),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  alarms: async () => (await import('./of-server.ts')).benchOfServer('alarms'),
  'alarms-stored': async () => (await import('./of-server.ts')).benchOfServer('alarms-stored'),
  'alarm-latency': async () => (await import('./alarm-latency.ts')).benchAlarmLatency(),
  sockets: async () => (await import('./of-server.ts')).benchOfServer('sockets'),
  calls: async () => (await import('./of-server.ts')).benchOfServer('calls'),
  start: async () => (await import('./start.ts')).benchStart(),
  viewers: async () => (await import('./viewers.ts')).benchViewers(),
  'many-windows': async () => (await import('./many-windows.ts')).benchManyWindows(),
  patrol: async () => (await import('./patrol.ts')).benchPatrol(),
  ptz: async () => (await import('./ptz.ts')).benchPtz(),
  endurance: async () => (await import('./endurance.ts')).benchEndurance(),
  revocation: async () => (await import('./revocation.ts')).benchRevocation(),
  tree: async () => (await import('./tree.ts')).benchTree(),
  lists: async () => (await import('./lists.ts')).benchLists(),
  login: async () => (await import('./login-page.ts')).benchLoginPage(),
  'page-load': async () => (await import('./page-load.ts')).benchPageLoad(),
  'device-page': async () => (await import('./device-page.ts')).benchDevicePage(),
  detection: async () => (await import('./detection.ts')).benchDetection(),
  'vision-load': async () => (await import('./vision-load.ts')).benchVisionLoad(),
  'vision-beside': async () => (await import('./vision-beside.ts')).benchVisionBeside(),
  'still-hour': async () => (await import('./still-hour.ts')).benchStillHour(),
  simulator: async () => (await import('./simulator-load.ts')).benchSimulator(),
}
const ALWAYS = ['live', 'ingest', 'start']

const unknown = wanted.find((name) => !(name in BENCHES))
if (unknown !== undefined) {
  console.error(`There is no bench ${unknown}: ${Object.keys(BENCHES).join(', ')}`)
  process.exitCode = 2
} else {
  for (const name of wanted.length > 0 ? wanted : ALWAYS) await BENCHES[name]?.()
}
