/** The platform in a data folder that outlives it, and what drills ask of it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { BodyOf, Call } from '@vedette/contract/call'
import { addByAddress } from '@vedette/contract/calls/device'
import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import { getGroupList } from '@vedette/contract/calls/group'
import { MAX_LANES, recordStorage, recordTimeline, setRecordPolicy } from '@vedette/contract/calls/record'

import { ADMIN_PASSWORD } from '../../../e2e/src/support/platform.ts'
import { startProcess, type Started } from '../../../e2e/src/support/process.ts'
import { ask, logIn } from '../../../e2e/src/support/session.ts'
import type { Simulator } from '../../../e2e/src/support/simulator.ts'
import { pause } from '../statistics.ts'

export const SERVER = join(import.meta.dirname, '../../../server/src')
const FOR_EVER_MS = 8_640_000_000_000_000
const PATIENCE_MS = 120_000
const LOOK_S = 0.1

export class Running {
  readonly started: Started
  readonly address: string
  readonly token: string

  private constructor(started: Started, address: string, token: string) {
    this.started = started
    this.address = address
    this.token = token
  }

  /** `within`: what runs it, such as a shell that made its disk before. */
  static async start(
    dataFolder: string,
    within: readonly string[] = [],
    env: NodeJS.ProcessEnv = {},
  ): Promise<Running> {
    const [command, ...args] = [...within, process.execPath, join(SERVER, 'main.ts')]
    const started = startProcess(command, args, {
      VEDETTE_DATA: dataFolder,
      VEDETTE_PORT: '0',
      VEDETTE_MQTT_PORT: '0',
      VEDETTE_ADMIN_PASSWORD: ADMIN_PASSWORD,
      ...env,
    })
    const [, address = ''] = await started.line(/^Vedette is at (\S+)/)
    return new Running(started, address, await logIn(address))
  }

  async #ask<C extends Call>(call: C, body: BodyOf<C>): Promise<unknown> {
    return (await ask(this.address, this.token, call, body)).BODY
  }

  /** Somebody logs in, as nobody has so far. */
  async logIn(): Promise<void> {
    await logIn(this.address)
  }

  /** How the archive is. */
  async state(): Promise<string> {
    return recordStorage.reply.parse(await this.#ask(recordStorage, {})).State
  }

  async until(what: string, isSo: () => Promise<boolean>, patienceS = PATIENCE_MS / 1000): Promise<void> {
    const stuckAt = Date.now() + patienceS * 1000
    while (!(await isSo())) {
      if (Date.now() > stuckAt) throw new Error(`${what}: not within ${patienceS} s`)
      await pause(LOOK_S)
    }
  }

  /** The sub-streams of the first cameras; returns their ids. */
  async add({ cameras, username, password }: Simulator, count: number): Promise<string[]> {
    const dids: string[] = []
    for (const { name, subUrl } of cameras.slice(0, count))
      dids.push(await this.addByUrl(subUrl, name, { Username: username, Password: password }))
    return dids
  }

  /** Adds the RTSP stream as a camera; returns its id. */
  async addByUrl(
    Url: string,
    DevName = Url,
    account: { Username?: string; Password?: string } = {},
  ): Promise<string> {
    const { List } = getGroupList.reply.parse(await this.#ask(getGroupList, {}))
    const device = { GID: List[0]?.GID ?? '', DevName, DevType: 1, Url, ...account }
    return addByAddress.reply.parse(await this.#ask(addByAddress, device)).DID
  }

  async recordNothing(DIDs: readonly string[]): Promise<void> {
    const Policy = { Main: 'off' as const, Sub: 'off' as const, Days: 1, MaxBytes: 0 }
    await this.#ask(setRecordPolicy, { DIDs: [...DIDs], Policy })
  }

  async remove(DIDs: readonly string[]): Promise<void> {
    await this.#ask(batchExitGroup, { DIDs: [...DIDs] })
  }

  /** The processes that talk to cameras, where the system tells of them. */
  shardPids(): number[] {
    const { pid } = this.started.process
    const children = `/proc/${pid}/task/${pid}/children`
    if (!existsSync(children)) return []
    return readFileSync(children, 'utf8')
      .split(' ')
      .filter(
        (child) =>
          child !== '' &&
          /[/\\]shard(?:\.mjs|[/\\]main)/.test(readFileSync(`/proc/${child}/cmdline`, 'utf8')),
      )
      .map(Number)
  }

  /** What is recorded of each device until then: start, end, start, end, …, ms since 1970. */
  async spans(dids: readonly string[], To = FOR_EVER_MS): Promise<number[][]> {
    const all: number[][] = []
    for (let at = 0; at < dids.length; at += MAX_LANES) {
      const range = { Streams: dids.slice(at, at + MAX_LANES).map((DID) => ({ DID })), From: 0, To }
      const { List } = recordTimeline.reply.parse(await this.#ask(recordTimeline, range))
      all.push(...List.map(({ Spans }) => Spans))
    }
    return all
  }

  /** Each device has something recorded after this moment. */
  async untilAllRecord(dids: readonly string[], sinceMs: number): Promise<void> {
    const stuckAt = Date.now() + PATIENCE_MS
    for (;;) {
      const recorded = await this.spans(dids)
      if (recorded.every((spans) => (spans.at(-1) ?? 0) > sinceMs)) return
      if (Date.now() > stuckAt) throw new Error(`not all are recorded within ${PATIENCE_MS / 1000} s`)
      await pause(LOOK_S)
    }
  }
}

/** What `verify-archive` says of the archive; `within` enters what alone sees the folder. */
export async function verified(
  dataFolder: string,
  within: readonly string[] = [],
): Promise<{ said: string; faults: string[] }> {
  const [program, ...args] = [...within, process.execPath, join(SERVER, 'archive-commands.ts'), 'verify']
  const proof = startProcess(program, args, { VEDETTE_DATA: dataFolder })
  const [said = ''] = await proof.line(/^\d+ files, .* faults$/)
  await proof.stop()
  return { said, faults: said.endsWith(' 0 faults') ? [] : proof.output().split('\n') }
}
