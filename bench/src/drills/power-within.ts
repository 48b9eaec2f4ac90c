/**
 * Runs within the machine whose power is cut: `node power-within.ts FOLDER CAMERAS [DID…]`. Cameras and a platform that records them, which
 * says what it answers to a user who asks what is recorded.
 */
import { startSimulator } from '../../../e2e/src/support/simulator.ts'
import { pause } from '../statistics.ts'
import { Running } from './running.ts'

/** The platform finds them again after a cut, and nothing of that kind where a copy is checked: no user's program has this port there. */
const CAMERA_ENV = {
  VEDETTE_SIM_RTSP_PORT: process.env['VEDETTE_SIM_RTSP_PORT'] ?? '554',
  VEDETTE_SIM_PASSWORD: 'Lantern4-mill',
}
const LOOK_S = 0.25

const [dataFolder = '', cameras = '', ...known] = process.argv.slice(2)
const simulator = await startSimulator(Number(cameras), CAMERA_ENV)
const platform = await Running.start(dataFolder)
const dids = known.length > 0 ? known : await platform.add(simulator, Number(cameras))
console.log(`cameras ${dids.join(' ')}`)
for (;;) {
  const spans = await platform.spans(dids)
  console.log(`told ${JSON.stringify({ atMs: Date.now(), spans })}`)
  await pause(LOOK_S)
}
