/** `npm start` as its operator sees it. */
import { spawn, type SpawnOptionsWithStdioTuple } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'

import { deviceList, probeDevice } from '@vedette/contract/calls/device'
import { getSubDeviceList, queryConfig } from '@vedette/contract/calls/device-config'
import { getGroupList } from '@vedette/contract/calls/group'
import { PRESENCE, isGateway } from '@vedette/contract/devices'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { administrator } from '../http/caller.ts'
import { madeProgram } from '../program.ts'
import { Processes, type Run } from '../testing/processes.ts'

const STARTER = join(import.meta.dirname, 'main.ts')
const RIGHT = 'Starter#Horse9'
const SETTINGS = { VEDETTE_SIM_RTSP_PORT: '0', VEDETTE_SIM_ONVIF_PORT: '0', VEDETTE_SIM_DEVICES: '3' }
const ENROLLED = /^3 simulated cameras are in the company demo$/m

let processes: Processes
let running: Run[]
beforeEach(async () => {
  processes = await Processes.open()
  running = []
})
afterEach(async () => {
  // Its children write to the folder until they have ended with it.
  for (const { child, ended } of running) {
    child.kill('SIGTERM')
    await ended
  }
  await processes.close()
})

function start(env: Record<string, string> = {}): Run {
  const run = processes.run({ ...SETTINGS, ...env }, STARTER)
  running.push(run)
  return run
}

async function stop(run: Run): Promise<void> {
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
}

async function heard(run: Run, from: 'stdout' | 'stderr', pattern: RegExp): Promise<void> {
  while (!pattern.test(run[from]())) {
    const more = once(run.child[from] ?? run.child, 'data')
    const end = await Promise.race([more, run.ended])
    if (!Array.isArray(end)) throw new Error(`ended with ${end}: ${run.stdout()}${run.stderr()}`)
  }
}

/** The process id of the child that runs this file. */
function childOf({ child: { pid } }: Run, file: string): number {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const found = pids.find((each) => readFileSync(`/proc/${each}/cmdline`, 'utf8').includes(file))
  if (found === undefined) throw new Error(`${pid} has no child ${file}`)
  return Number(found)
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody of it is left.
  }
}

/** How a platform without cameras is spawned that ends, with all that is below it, as a group of its own. */
function platformAlone(): SpawnOptionsWithStdioTuple<'ignore', 'pipe', 'inherit'> {
  const env = {
    ...process.env,
    VEDETTE_DATA: processes.dataFolder,
    VEDETTE_PORT: '0',
    VEDETTE_MQTT_PORT: '0',
    VEDETTE_DEMO: '0',
  }
  return { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true }
}

/** Where it says that it is healthy, once it is. */
async function healthzOf({ stdout }: { stdout: Readable }): Promise<URL> {
  let said = ''
  for await (const text of stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += String(text)
    if (said.includes('Vedette is at')) break
  }
  const url = new URL('/healthz', /Vedette is at (\S+)/.exec(said)?.[1] ?? '')
  expect((await fetch(url)).status).toBe(200)
  return url
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function takenPort(): Promise<{ port: number; free: () => Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    port: address.port,
    free: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

const recordIn = ({ dataFolder }: Processes): string => join(dataFolder, 'simulated.json')
const recordedPort = (): number =>
  Number(/"rtspPort":(\d+)/.exec(readFileSync(recordIn(processes), 'utf8'))?.[1])

// Some start five times, and a start takes long on a machine that does much else.
describe('npm start', { timeout: 360_000 }, () => {
  it('tells the first login in one piece, adds cameras by ONVIF where they belong, and starts a simulator that died again', async () => {
    const run = start()
    const address = await run.address()
    await heard(run, 'stdout', /password \S+\n\n/)
    await heard(run, 'stdout', ENROLLED)
    // Cameras that take long are told of after the login.
    const told = run.stdout().replace('3 simulated cameras are in the company demo\n', '')
    expect(told.trim().split('\n')).toEqual([
      `Vedette is at ${address}`,
      expect.stringMatching(/^Gateways and scanning guns connect by MQTT at port \d+$/),
      expect.stringMatching(/^Evidence is signed with the key of SHA-256 fingerprint [0-9a-f]{64}$/),
      expect.stringMatching(/^First login: enterprise demo, account demo_admin, password \S+$/),
    ])
    const password = /password (\S+)/.exec(run.stdout())?.[1] ?? ''
    const { ask } = await administrator(address, password)
    const { List } = await ask(deviceList, {})
    const [root] = (await ask(getGroupList, {})).List
    const nameOf = new Map(root?.Childs.map(({ GID, GroupName }) => [GID, GroupName]))
    expect(List.map(({ DevName, GID }) => `${DevName} in ${nameOf.get(GID)}`)).toEqual(
      List.map(({ DevName }) => `${DevName} in ${DevName.replace(/ ?\d+$/, '')}`),
    )
    expect(readFileSync(recordIn(processes), 'utf8')).not.toContain(password)

    // A recorder has all its channels, and a camera its settings.
    const { List: byModel } = await ask(deviceList, { Sort: 'Model' })
    expect(
      byModel.map(({ Driver, Model, Channels, HasSub }) => ({ Driver, Model, Channels, HasSub })),
    ).toEqual([
      { Driver: 'onvif', Model: 'VC-210', Channels: 1, HasSub: true },
      { Driver: 'onvif', Model: 'VC-210', Channels: 1, HasSub: true },
      { Driver: 'onvif', Model: 'VN-404', Channels: 4, HasSub: true },
    ])
    const [camera, , recorder] = byModel
    const channels = await ask(getSubDeviceList, { DID: recorder?.DID ?? '' })
    expect(channels.List.map(({ Channel, Qualities }) => [Channel, ...Qualities])).toEqual(
      [0, 1, 2, 3].map((channel) => [channel, 'main', 'sub']),
    )
    const { Trouble, Picture } = await ask(queryConfig, { DID: camera?.DID ?? '' })
    expect({ Trouble, brightness: Picture?.Brightness?.Value }).toEqual({ Trouble: 'none', brightness: 50 })

    expect(run.stderr()).toBe('')
    const first = childOf(run, 'simulator/src/main.ts')
    process.kill(first, 'SIGKILL')
    await heard(run, 'stderr', /^The simulator ended with 137; its cameras are offline until .* 1 s\.\n$/)
    await heard(run, 'stdout', /^The simulator runs again\.$/m)
    expect(childOf(run, 'simulator/src/main.ts')).not.toBe(first)
    await stop(run)
  })

  it("lets the operator's own cameras at the loopback stand beside the simulated ones, and tells the simulator no secret", async () => {
    let dials = 0
    const camera = createServer((socket) => {
      dials++
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(camera, 'listening')
    const address = camera.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const run = start({
      VEDETTE_ADMIN_PASSWORD: RIGHT,
      VEDETTE_TRUSTED_PROXIES: '192.0.2.1',
      VEDETTE_LOOPBACK_CAMERAS: String(port),
      VEDETTE_SMTP_URL: 'smtps://vedette:Canary@mail.example.com',
      VEDETTE_SMS_TOKEN: 'Canary',
    })
    await heard(run, 'stdout', ENROLLED)
    const { ask } = await administrator(await run.address(), RIGHT)
    await expect(ask(probeDevice, { Url: `rtsp://127.0.0.1:${port}/` })).rejects.toThrow('probe answered')
    expect(dials).toBeGreaterThan(0)
    camera.close()
    const environment = readFileSync(`/proc/${childOf(run, 'simulator/src/main.ts')}/environ`, 'latin1')
    expect(environment).toContain('VEDETTE_SIM_DEVICES=3')
    for (const secret of ['Canary', RIGHT]) expect(environment).not.toContain(secret)
    await stop(run)
  })

  it('has two gateways and two scanning guns as well, and all 18 devices are online', async () => {
    const run = start({ VEDETTE_SIM_DEVICES: '18', VEDETTE_ADMIN_PASSWORD: RIGHT })
    await heard(
      run,
      'stdout',
      /^14 simulated cameras are in the company demo, with 2 gateways and 2 scanning guns$/m,
    )
    const { ask } = await administrator(await run.address(), RIGHT)
    await vi.waitFor(
      async () => {
        const { List } = await ask(deviceList, { PageSize: 50 })
        expect(List.map(({ Presence }) => Presence)).toEqual(
          Array.from({ length: 18 }, () => PRESENCE.online),
        )
        expect(List.map(({ DevType }) => DevType).filter(isGateway)).toHaveLength(4)
      },
      { timeout: 60_000, interval: 200 },
    )
    await stop(run)
  })

  it('finds the cameras where they were added, port 0 or not, or says truly why they are offline', async () => {
    const first = start({ VEDETTE_ADMIN_PASSWORD: RIGHT })
    await heard(first, 'stdout', ENROLLED)
    await first.address()
    await stop(first)
    const port = recordedPort()
    const second = start({ VEDETTE_ADMIN_PASSWORD: RIGHT })
    await second.address()
    expect(second.stdout()).not.toContain('simulated')
    expect(second.stdout()).toMatch(/^Vedette is at/)
    // The platform is there before the cameras are.
    await expect.poll(() => listens(port), { timeout: 60_000 }).toBe(true)
    await stop(second)

    const holder = createServer().listen(port, '127.0.0.1')
    await once(holder, 'listening')
    const { port: free, free: release } = await takenPort()
    await release()
    const elsewhere = [
      [{}, `added at port ${port}, but another program holds it`],
      [{ VEDETTE_SIM_RTSP_PORT: String(free) }, `but VEDETTE_SIM_RTSP_PORT is ${free}`],
      [
        { VEDETTE_SIM_ONVIF_PORT: String(free) },
        `but VEDETTE_SIM_ONVIF_PORT is ${free}: their settings cannot be reached`,
      ],
    ] as const
    for (const [env, sentence] of elsewhere) {
      const run = start(env)
      await run.address()
      expect(run.stdout()).toContain(sentence)
      await stop(run)
      if (holder.listening) holder.close()
    }
  })

  it('is not spoilt by one wrong VEDETTE_ADMIN_PASSWORD', async () => {
    // A platform of before the demo.
    const founding = start({ VEDETTE_ADMIN_PASSWORD: RIGHT, VEDETTE_DEMO: '0' })
    await founding.address()
    await stop(founding)
    const wrong = start({ VEDETTE_ADMIN_PASSWORD: 'Wrong#Horse99' })
    const address = await wrong.address()
    await heard(wrong, 'stdout', /^The simulated cameras are not in the company demo/m)
    expect((await fetch(new URL('/healthz', address))).status).toBe(200)
    expect(existsSync(recordIn(processes))).toBe(false)
    await stop(wrong)
    const without = start()
    await heard(without, 'stdout', /set VEDETTE_ADMIN_PASSWORD to it for one start/)
    await stop(without)
    const right = start({ VEDETTE_ADMIN_PASSWORD: RIGHT })
    await heard(right, 'stdout', ENROLLED)
    await stop(right)
  })

  it('ends with npm, also where that alone is told to', async () => {
    const npm = spawn('npm', ['start'], {
      cwd: resolve(import.meta.dirname, '../../..'),
      ...platformAlone(),
    })
    try {
      const healthy = await healthzOf(npm)
      npm.kill('SIGTERM')
      await vi.waitFor(() => expect(fetch(healthy)).rejects.toThrow('fetch failed'), { timeout: 30_000 })
    } finally {
      endGroup(npm.pid)
    }
  })

  it('ends with the process that started it, killed without a word', async () => {
    const started = spawn(process.execPath, [resolve(import.meta.dirname, '../../../start.js')], {
      ...platformAlone(),
    })
    try {
      const healthy = await healthzOf(started)
      started.kill('SIGKILL')
      await vi.waitFor(() => expect(fetch(healthy)).rejects.toThrow('fetch failed'), { timeout: 30_000 })
    } finally {
      endGroup(started.pid)
    }
  })

  it('ends as its server ended, by whatever signal', async () => {
    const run = start({ VEDETTE_DEMO: '0' })
    await run.address()
    process.kill(childOf(run, 'server/src/main.ts'), 'SIGKILL')
    expect(await run.ended).toBe(128 + 9)
    expect(run.stderr()).toContain('The platform was ended by SIGKILL.\n')
  })

  it.each([
    [{ VEDETTE_SIM_DEVICES: 'abc' }, 'VEDETTE_SIM_DEVICES is a number from 0 to 1000, not "abc"'],
    [{ VEDETTE_SIM_DEVICES: '-3' }, 'VEDETTE_SIM_DEVICES is a number from 0 to 1000, not "-3"'],
    [{ VEDETTE_SIM_RTSP_PORT: 'abc' }, 'VEDETTE_SIM_RTSP_PORT is a number from 0 to 65535, not "abc"'],
    [{ VEDETTE_DEMO: 'no' }, 'VEDETTE_DEMO is 1 or 0, not "no"'],
    [{ VEDETTE_DATA: STARTER }, `VEDETTE_DATA=${STARTER} can't be a folder`],
    [{ VEDETTE_SECRET_KEY: 'short' }, 'VEDETTE_SECRET_KEY is no key'],
    [{ VEDETTE_ADMIN_PASSWORD: 'admin' }, 'VEDETTE_ADMIN_PASSWORD must have 8 to 14 characters'],
  ])('does not start with %j and says why in one sentence', async (env, sentence) => {
    const refused = start(env)
    expect(await refused.ended).toBe(1)
    expect(refused.stderr()).toContain(sentence)
    expect(refused.stderr()).toMatch(/^.+\n$/)
    expect(refused.stdout()).toBe('')
  })

  it("does not start when the simulator's port is taken, or its record damaged, and says so", async () => {
    const { port, free } = await takenPort()
    const refused = start({ VEDETTE_SIM_RTSP_PORT: String(port) })
    expect(await refused.ended).toBe(1)
    expect(refused.stderr()).toMatch(new RegExp(`^VEDETTE_SIM_RTSP_PORT=${port} is in use.*\n$`))
    await free()
    writeFileSync(recordIn(processes), '{"rtspPort":')
    const damaged = start()
    expect(await damaged.ended).toBe(1)
    expect(damaged.stderr()).toMatch(/^.*simulated\.json is damaged.*\n$/)
  })

  it('makes the program and loads its code beforehand without starting anything of it', async () => {
    const compiled = join(processes.dataFolder, 'compiled')
    const run = processes.run({ NODE_COMPILE_CACHE: compiled }, join(import.meta.dirname, 'compile.ts'))
    expect(await run.ended).toBe(0)
    expect(run.stdout() + run.stderr()).toBe('')
    expect(readdirSync(processes.dataFolder)).toEqual(['compiled'])
    expect(madeProgram()).toBeDefined()
    // What the simulator and the starter are made of compiles to so many.
    expect(readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(300)
  })
})
