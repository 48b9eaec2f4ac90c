/** Carrying out upgrades: a few of each company at once, each to its end, also after a restart of the platform. */
import type { UpgradeState, UpgradeWord } from '@vedette/contract/calls/upgrade'
import { Refusal } from '@vedette/contract/codes'
import { informationOf } from '@vedette/devices/onvif/device'
import { OnvifFault, type OnvifReason, outcomeOf } from '@vedette/devices/onvif/fault'
import { upgradeFirmware } from '@vedette/devices/onvif/firmware'

import type { Clock } from '../../engines/clock.ts'
import type { Presences } from '../../video/presence.ts'
import type { OpenOnvif } from '../device/index.ts'
import type { Gateways } from '../gateway/index.ts'
import { bytesOf, type FirmwareFiles, isNewer } from './firmware.ts'
import { Line } from './line.ts'
import type { Said, UpgradeJob, UpgradeStore } from './store.ts'

const AT_ONCE = 8
const AT_ONCE_OF_COMPANY = 4
const ASK_EVERY_MS = 2000
/** Some flash for minutes, answering all the while or now and then, before they restart with the new version. */
const LIMIT_MS = 10 * 60_000
/** So many asks in a row without an answer are a restart; one alone may be a device that is busy with the flashing. */
const ASKS_OF_RESTART = 2
/** A device that still has its old version so long after a restart did not take the new one. */
const SETTLED_MS = 15_000
const ASK_LIMITS = { deadlineMs: 4000, totalMs: 6000 }

const WORDS = {
  unreachable: 'offline',
  certificate: 'certificate',
  credentials: 'credentials',
  notSupported: 'notSupported',
  refused: 'refused',
  protocol: 'refused',
} as const satisfies Record<OnvifReason, UpgradeWord>

export type Job = Omit<UpgradeJob, 'state'>

export interface UpgradeNews {
  job: Job
  state: UpgradeState
  progress: number
}

export interface RunNeeds {
  store: UpgradeStore
  files: FirmwareFiles
  clock: Clock
  openOnvif: OpenOnvif
  gateways: Gateways
  presences: Pick<Presences, 'says'>
  onNews: (news: UpgradeNews) => void
  onError: (error: unknown) => void
}

/** `version`: what the device says that it has now. */
type End = { state: 'done'; version?: string } | { state: 'failed'; word: UpgradeWord }

export class UpgradeRunner {
  readonly #needs: RunNeeds
  readonly #line = new Line<Job>(AT_ONCE_OF_COMPANY)
  readonly #ends = new Set<() => void>()
  /** How the upgrade of a gateway ends, by its job. */
  readonly #gatewayWords = new Map<string, (state: string, progress: number) => void>()
  /** Those that were under way when the platform started: their devices may be away for that reason alone. */
  readonly #resumed = new Set<string>()
  #running = 0
  #isClosed = false

  constructor(needs: RunNeeds) {
    this.#needs = needs
    needs.gateways.onUpgrade((_companyId, _did, { job, state, progress }) => {
      this.#gatewayWords.get(job)?.(state, progress)
      return Promise.resolve()
    })
  }

  /** What was under way when the platform ended goes on. */
  async resume(): Promise<void> {
    const jobs = await this.#needs.store.underWay()
    for (const { id } of jobs) this.#resumed.add(id)
    this.start(jobs)
  }

  start(jobs: readonly Job[]): void {
    for (const { companyId, did } of jobs) this.#needs.presences.says(companyId, did, 'upgrading')
    this.#line.add(jobs)
    this.#fill()
  }

  close(): void {
    this.#isClosed = true
    this.#line.clear()
    for (const end of this.#ends) end()
  }

  #fill(): void {
    while (this.#running < AT_ONCE && !this.#isClosed) {
      const job = this.#line.take()
      if (!job) break
      this.#running++
      void this.#work(job)
    }
  }

  async #work(job: Job): Promise<void> {
    const { presences, onError } = this.#needs
    try {
      await this.#run(job)
    } catch (error) {
      if (this.#isClosed) return
      onError(error)
      presences.says(job.companyId, job.did, 'awake')
      await this.#say(job, { state: 'failed', progress: 0, word: 'interrupted' }).catch(onError)
    } finally {
      this.#running--
      this.#line.done(job.companyId)
      this.#fill()
    }
  }

  async #run(job: Job): Promise<void> {
    const { store, presences } = this.#needs
    const { companyId, did } = job
    const isInstalling = (await store.stateOf(companyId, job.id)) === 'installing'
    presences.says(companyId, did, 'upgrading')
    const end = await (job.driver === 'mqtt'
      ? this.#overMqtt(job, isInstalling)
      : this.#overOnvif(job, isInstalling))
    if (this.#isClosed || !end) return
    presences.says(companyId, did, 'awake')
    await this.#say(job, { ...end, progress: end.state === 'done' ? 100 : 0 })
  }

  /** Undefined when the platform ends meanwhile. */
  async #overOnvif(job: Job, isInstalling: boolean): Promise<End | undefined> {
    let { from } = job
    if (!isInstalling) {
      const sent = await this.#upload(job)
      // It may have had the file before the platform ended, and install it now.
      const mayInstall = 'word' in sent && sent.word === 'offline' && this.#resumed.has(job.id)
      if ('state' in sent && !mayInstall) return sent
      if ('from' in sent) from = sent.from
      await this.#say(job, { state: 'installing', progress: 50 })
    }
    const { clock } = this.#needs
    const beganMs = clock.now()
    let version: string | undefined
    let unanswered = 0
    let restartedMs: number | undefined
    while (clock.now() - beganMs < LIMIT_MS) {
      if (!(await this.#pause(ASK_EVERY_MS))) return undefined
      version = await this.#versionOf(job)
      // The name of the new version was typed by somebody, and the device may have another one for it.
      if (version && version !== from) return { state: 'done', version }
      if (version === undefined) {
        unanswered++
        restartedMs = undefined
        continue
      }
      if (unanswered >= ASKS_OF_RESTART) restartedMs = clock.now()
      unanswered = 0
      if (restartedMs !== undefined && clock.now() - restartedMs >= SETTLED_MS) break
    }
    return { state: 'failed', word: version === undefined ? 'timeout' : 'unchanged' }
  }

  /** Hands the device its file; returns the version that it had until then, or how the upgrade ends already. */
  async #upload(job: Job): Promise<{ from: string } | End> {
    const { store, files, openOnvif } = this.#needs
    const failed = (word: UpgradeWord) => ({ state: 'failed' as const, word })
    const firmware = await store.firmware(job.companyId, { model: job.model, version: job.to })
    if (!firmware?.isReady) return failed('noFirmware')
    await this.#say(job, { state: 'sending', progress: 0 })
    const client = await openOnvif(job.companyId, job.did).catch(closedAsUndefined)
    if (!client) return failed('offline')
    const opened = await outcomeOf(client.open())
    if (!opened.ok) return failed(WORDS[opened.reason])
    const from = informationOf(opened.value).firmware
    // Its own page, or the platform before it ended, may have upgraded it.
    if (from !== job.from && !isNewer(job.to, from) && this.#resumed.has(job.id))
      return { state: 'done', version: from }
    if (from !== job.from) await store.setFrom(job, from)
    if (!isNewer(job.to, from)) return failed('latest')
    const wait = async (ms: number): Promise<void> => {
      if (!(await this.#pause(ms))) throw new OnvifFault('unreachable', 'The platform ends')
    }
    const { bytes } = firmware
    const sent = await outcomeOf(upgradeFirmware(client, { bytes, open: () => files.open(firmware), wait }))
    return sent.ok ? { from } : failed(WORDS[sent.reason])
  }

  async #versionOf({ companyId, did }: Job): Promise<string | undefined> {
    const client = await this.#needs.openOnvif(companyId, did, ASK_LIMITS).catch(closedAsUndefined)
    if (!client) return undefined
    const outcome = await outcomeOf(client.open())
    return outcome.ok ? informationOf(outcome.value).firmware : undefined
  }

  /** Undefined when the platform ends meanwhile. */
  async #overMqtt(job: Job, isInstalling: boolean): Promise<End | undefined> {
    const { store, files, gateways, clock } = this.#needs
    const firmware = await store.firmware(job.companyId, { model: job.model, version: job.to })
    if (!firmware?.isReady) return { state: 'failed', word: 'noFirmware' }
    const said = Promise.withResolvers<End>()
    this.#gatewayWords.set(job.id, (state, progress) => {
      if (state === 'done') said.resolve({ state: 'done' })
      else if (state === 'failed') said.resolve({ state: 'failed', word: 'refused' })
      else this.#say(job, { state: 'installing', progress }).catch(this.#needs.onError)
    })
    const send = (): Promise<boolean> => {
      const { bytes, sha256 } = firmware
      const pieces = async function* (): AsyncGenerator<Uint8Array> {
        for await (const piece of files.open(firmware)) yield bytesOf(piece)
      }
      const command = { type: 'upgrade' as const, job: job.id, version: job.to, bytes, sha256 }
      return gateways.sendFirmware(job.companyId, job.did, command, pieces())
    }
    try {
      let { from } = job
      if (!isInstalling) {
        // It may have another version than when this was planned.
        const [device] = await store.devices(job.companyId, [job.did])
        if (device && device.firmware !== from) await store.setFrom(job, (from = device.firmware))
        await this.#say(job, { state: 'sending', progress: 0 })
      }
      const beganMs = clock.now()
      let isSent = isInstalling
      while (clock.now() - beganMs < LIMIT_MS) {
        isSent ||= await send()
        if (!isSent && !this.#resumed.has(job.id)) return { state: 'failed', word: 'offline' }
        const end = await Promise.race([said.promise, this.#pause(ASK_EVERY_MS)])
        if (end === false) return undefined
        if (end !== true) return end
        // A device that was heard of after its restart alone says so by the version that it has now.
        const [device] = await store.devices(job.companyId, [job.did])
        const isNew = from === '' ? device?.firmware === job.to : device?.firmware !== from
        if (device && isNew) return { state: 'done', version: device.firmware }
      }
      return { state: 'failed', word: 'timeout' }
    } finally {
      this.#gatewayWords.delete(job.id)
    }
  }

  /** Returns false when the platform ends meanwhile. */
  #pause(ms: number): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const end = (): void => resolve(false)
    const timer = this.#needs.clock.after(ms, () => resolve(true))
    this.#ends.add(end)
    return promise.finally(() => {
      timer.stop()
      this.#ends.delete(end)
    })
  }

  async #say(job: Job, said: Said): Promise<void> {
    const { store, clock, onNews } = this.#needs
    await store.setState(job, said, clock.now())
    onNews({ job, state: said.state, progress: said.progress })
  }
}

/** An address that may not be dialled any more is the same as no answer. */
function closedAsUndefined(error: unknown): undefined {
  if (error instanceof Refusal) return undefined
  throw error
}
