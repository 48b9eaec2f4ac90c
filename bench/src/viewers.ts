/** What one more viewer of a stream costs: 1 to 1,000 of them, each on sockets of its own, in another process than the platform. */
import { deviceList } from '@vedette/contract/calls/device'

import { startPlatform } from '../../e2e/src/support/platform.ts'
import { ask, logIn } from '../../e2e/src/support/session.ts'
import { flag } from './flags.ts'
import { LiveViewer } from './live-client.ts'
import { platformCost } from './platform-cost.ts'
import { pause } from './statistics.ts'

const VIEWERS = [1, 10, 100, 1000]
/** A session has 20 sockets at most. */
const OF_ONE_SESSION = 20
const WARM_UP_S = 3
const MEASURE_S = flag('seconds', 20)

/** `--seconds N`. */
export async function benchViewers(): Promise<void> {
  const platform = await startPlatform({ VEDETTE_SIM_DEVICES: '1' })
  const viewers: LiveViewer[] = []
  const rows: Record<string, string | number>[] = []
  try {
    let token = await logIn(platform.address)
    const { List } = deviceList.reply.parse((await ask(platform.address, token, deviceList, {})).BODY)
    const did = List[0]?.DID ?? ''
    for (const wanted of VIEWERS) {
      while (viewers.length < wanted) {
        if (viewers.length % OF_ONE_SESSION === 0) token = await logIn(platform.address)
        const viewer = await LiveViewer.open(platform.address, token)
        viewer.watch(did, 'sub')
        viewers.push(viewer)
      }
      await pause(WARM_UP_S)
      const [before, from, counted] = [platformCost(platform), performance.now(), total(viewers)]
      await pause(MEASURE_S)
      const [after, seconds, came] = [
        platformCost(platform),
        (performance.now() - from) / 1000,
        total(viewers),
      ]
      const cpu = (part: 'gate' | 'shards'): string =>
        (((after[part].cpuSeconds - before[part].cpuSeconds) / seconds) * 100).toFixed(1)
      rows.push({
        viewers: wanted,
        'gate, % of a core': cpu('gate'),
        'shard, %': cpu('shards'),
        'gate, MB': Math.round(after.gate.memoryMb),
        'messages/s each': ((came.messages - counted.messages) / seconds / wanted).toFixed(1),
        'Mbit/s in all': (((came.bytes - counted.bytes) * 8) / seconds / 1e6).toFixed(1),
        missing: came.missing - counted.missing,
      })
    }
  } finally {
    for (const viewer of viewers) viewer.close()
    await platform.stop()
  }
  console.log('\nviewers of one 640×360 stream at 25 pictures a second')
  console.table(rows)
}

function total(viewers: readonly LiveViewer[]): { messages: number; bytes: number; missing: number } {
  return viewers.reduce(
    (sum, { count }) => ({
      messages: sum.messages + count.messages,
      bytes: sum.bytes + count.bytes,
      missing: sum.missing + count.missing,
    }),
    { messages: 0, bytes: 0, missing: 0 },
  )
}
