/**
 * Calls a second: a page of 10 of the list of devices, asked by clients that each wait for their answer, of the platform's
 * own process and of a bare Fastify that answers the same list; in turns, so that what else the machine does falls on both.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { z } from 'zod'

import { administrator } from '../../../server/src/http/caller.ts'
import { flag } from '../../src/flags.ts'
import { costOf } from '../../src/process-cost.ts'
import { quantile } from '../../src/statistics.ts'
import { load, type Rate } from './load.ts'

const SECONDS = flag('seconds', 10)
const DEVICES = flag('devices', 50)
const CLIENTS = flag('clients', 10)
const TURNS = 3
const WARM_SECONDS = 2
const PASSWORD = 'Correct#Horse9'

interface Measured extends Rate {
  /** CPU time of the process, all its threads, per call. */
  cpuMs: number
}

const Ready = z.object({ type: z.literal('ready'), address: z.string() })

const folder = await mkdtemp(join(tmpdir(), 'vedette-bench-calls-'))
const { VEDETTE_DATABASE_URL: _other, ...env } = process.env
const platform = fork(join(import.meta.dirname, '../../../server/src/main.ts'), [], {
  env: {
    ...env,
    VEDETTE_DATA: folder,
    VEDETTE_PORT: '0',
    VEDETTE_MQTT_PORT: '0',
    VEDETTE_ADMIN_PASSWORD: PASSWORD,
  },
})
const peer = fork(join(import.meta.dirname, 'peer.ts'))
try {
  const { address } = await readyOf(platform)
  const { ask, token } = await administrator(address, PASSWORD)
  const [root] = (await ask(getGroupList, {})).List
  if (!root) throw new Error('the company has no region')
  // An address for documentation (RFC 5737), which no camera answers at.
  for (let n = 0; n < DEVICES; n++)
    await ask(addByAddress, {
      GID: root.GID,
      DevName: `Camera ${n}`,
      DevType: 1,
      Url: `rtsp://192.0.2.7:554/${n}`,
    })
  const page = { Page: 1, PageSize: 10 }
  peer.send({ CODE: deviceList.success, BODY: await ask(deviceList, page) })
  const asked = {
    path: deviceList.path,
    token,
    body: { SEQID: '1', BODY: page },
    clients: CLIENTS,
  }
  const sides = [
    { name: 'the platform', address, process: platform, rates: new Array<Measured>() },
    {
      name: 'a bare Fastify',
      address: (await readyOf(peer)).address,
      process: peer,
      rates: new Array<Measured>(),
    },
  ]
  for (const side of sides) await load({ ...asked, address: side.address, seconds: WARM_SECONDS })
  for (let turn = 0; turn < TURNS; turn++)
    for (const side of sides) {
      const before = cpuOf(side.process)
      const rate = await load({ ...asked, address: side.address, seconds: SECONDS / TURNS })
      side.rates.push({ ...rate, cpuMs: ((cpuOf(side.process) - before) / rate.calls) * 1000 })
    }
  console.log(`\na page of 10 of ${DEVICES} devices, ${CLIENTS} clients`)
  console.table(sides.map(({ name, rates }) => rowOf(name, rates)))
} finally {
  peer.disconnect()
  await stop(platform)
  await rm(folder, { recursive: true })
}

async function readyOf(child: ChildProcess): Promise<z.output<typeof Ready>> {
  const [message]: unknown[] = await once(child, 'message')
  return Ready.parse(message)
}

function cpuOf({ pid }: ChildProcess): number {
  return costOf([pid ?? 0]).cpuSeconds
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

function rowOf(what: string, rates: readonly Measured[]) {
  const middle = (of: (rate: Measured) => number): number => quantile(rates.map(of), 0.5)
  return {
    what,
    'calls a second': Math.round(middle((it) => it.perSecond)),
    'CPU ms a call': middle((it) => it.cpuMs).toFixed(3),
    'p50, ms': middle((it) => it.p50).toFixed(1),
    'p99, ms': middle((it) => it.p99).toFixed(1),
  }
}
