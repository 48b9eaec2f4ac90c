import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { BodyOf, Call } from '@vedette/contract/call'
import { addByAddress } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { recordTimeline } from '@vedette/contract/calls/record'

import { ADMIN_PASSWORD } from '../../../e2e/src/support/platform.ts'
import { startProcess, type Started } from '../../../e2e/src/support/process.ts'
import { ask, logIn } from '../../../e2e/src/support/session.ts'
import { startSimulator } from '../../../e2e/src/support/simulator.ts'
import { pause } from '../statistics.ts'

const SERVER = join(import.meta.dirname, '../../../server/src')
const FOR_EVER_MS = 8_640_000_000_000_000
const PATIENCE_MS = 120_000
const LOOK_S = 0.1
/** What of each camera has to be recorded between two kills, ms. */
const BETWEEN_MS = 2000

/** `kill -9` of the whole platform, gate and shards, again and again; `verify-archive` has the last word. */
export async function killPlatform(
  times: number,
  { cameras, isStrict = true }: { cameras: number; isStrict?: boolean },
): Promise<string[]> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'vedette-drill-'))
  const simulator = await startSimulator(cameras)
  const recoveries: number[] = []
  let platform = await Running.start(dataFolder)
  try {
    const { List } = getGroupList.reply.parse(await platform.ask(getGroupList, {}))
    const dids: string[] = []
    for (const { name, subUrl } of simulator.cameras.slice(0, cameras)) {
      const { username: Username, password: Password } = simulator
      const device = { GID: List[0]?.GID ?? '', DevName: name, DevType: 1, Url: subUrl, Username, Password }
      dids.push(addByAddress.reply.parse(await platform.ask(addByAddress, device)).DID)
    }
    await platform.untilAllRecord(dids, 0)
    for (let time = 0; time < times; time++) {
      const aliveMs = Date.now()
      await platform.untilAllRecord(dids, aliveMs + BETWEEN_MS)
      const killedMs = Date.now()
      await platform.started.stop('SIGKILL')
      platform = await Running.start(dataFolder)
      await platform.untilAllRecord(dids, killedMs)
      recoveries.push(Date.now() - killedMs)
    }
    await platform.started.stop()
    const proof = startProcess(process.execPath, [join(SERVER, 'archive-commands.ts'), 'verify'], {
      VEDETTE_DATA: dataFolder,
    })
    const [said = ''] = await proof.line(/^\d+ files, .* faults$/)
    await proof.stop()
    const slowest = Math.max(...recoveries)
    console.log(
      `kill of the platform ${times} times, ${cameras} cameras: verify-archive says ${said}; slowest recovery ${slowest} ms`,
    )
    const faults = said.endsWith(' 0 faults') ? [] : proof.output().split('\n')
    if (isStrict && slowest > 10_000) faults.push(`a recovery of ${slowest} ms`)
    return faults
  } finally {
    await platform.started.stop('SIGKILL')
    await simulator.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

class Running {
  readonly started: Started
  readonly #address: string
  readonly #token: string

  private constructor(started: Started, address: string, token: string) {
    this.started = started
    this.#address = address
    this.#token = token
  }

  static async start(dataFolder: string): Promise<Running> {
    const started = startProcess(process.execPath, [join(SERVER, 'main.ts')], {
      VEDETTE_DATA: dataFolder,
      VEDETTE_PORT: '0',
      VEDETTE_MQTT_PORT: '0',
      VEDETTE_ADMIN_PASSWORD: ADMIN_PASSWORD,
    })
    const [, address = ''] = await started.line(/^Vedette is at (\S+)/)
    return new Running(started, address, await logIn(address))
  }

  async ask<C extends Call>(call: C, body: BodyOf<C>): Promise<unknown> {
    return (await ask(this.#address, this.#token, call, body)).BODY
  }

  /** Each device has something recorded after this moment. */
  async untilAllRecord(dids: readonly string[], sinceMs: number): Promise<void> {
    const stuckAt = Date.now() + PATIENCE_MS
    const Streams = dids.map((DID) => ({ DID }))
    for (;;) {
      const range = { Streams, From: 0, To: FOR_EVER_MS }
      const { List } = recordTimeline.reply.parse(await this.ask(recordTimeline, range))
      if (List.every(({ Spans }) => (Spans.at(-1) ?? 0) > sinceMs)) return
      if (Date.now() > stuckAt) throw new Error(`not all are recorded within ${PATIENCE_MS / 1000} s`)
      await pause(LOOK_S)
    }
  }
}
