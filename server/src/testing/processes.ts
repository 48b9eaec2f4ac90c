/** For tests: the server as a process of its own, on a data folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../main.ts')
/** As `npm start` has it: what was compiled once need not be again for each process of a test. */
const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/vedette')

export interface Run {
  child: ChildProcess
  /** The exit code, null when a signal ended it. */
  ended: Promise<number | null>
  stdout: () => string
  stderr: () => string
  /** The address that it prints when it is ready; rejects when it ends before. */
  address: () => Promise<string>
}

export class Processes {
  readonly dataFolder: string
  readonly #running: ChildProcess[] = []

  static async open(): Promise<Processes> {
    return new Processes(await mkdtemp(join(tmpdir(), 'vedette-process-')))
  }

  private constructor(dataFolder: string) {
    this.dataFolder = dataFolder
  }

  run(env: Record<string, string> = {}, file = MAIN, more: readonly string[] = []): Run {
    const child = spawn(process.execPath, [file, ...more], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: COMPILED,
        VEDETTE_DATA: this.dataFolder,
        VEDETTE_PORT: '0',
        VEDETTE_MQTT_PORT: '0',
        VEDETTE_RESERVE_MB: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#running.push(child)
    const heard = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.setEncoding('utf8').on('data', (text: string) => (heard[name] += text))
    const ended = once(child, 'close').then(() => child.exitCode)
    const address = async (): Promise<string> => {
      for (;;) {
        const found = /Vedette is at (\S+)/.exec(heard.stdout)?.[1]
        if (found) return found
        const end = await Promise.race([once(child.stdout ?? child, 'data'), ended])
        if (!Array.isArray(end)) throw new Error(`ended with ${end}: ${heard.stderr}`)
      }
    }
    return { child, ended, stdout: () => heard.stdout, stderr: () => heard.stderr, address }
  }

  /** Kills what still runs and deletes the folder. */
  async close(): Promise<void> {
    for (const child of this.#running.filter((it) => it.exitCode === null && it.signalCode === null)) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await rm(this.dataFolder, { recursive: true })
  }
}
