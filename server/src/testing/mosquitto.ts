/** Mosquitto's clients, acting as gateways and scanning guns. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface MosquittoDevice {
  port: number
  did: string
  secret: string
}

interface Ended {
  code: number | null
  /** What it printed on both outputs. */
  text: string
}

function run(
  [program = '', ...first]: readonly string[],
  { port, did, secret }: MosquittoDevice,
  args: readonly string[],
): ChildProcess {
  const who = ['-h', '127.0.0.1', '-p', String(port), '-i', did, '-u', did, '-P', secret]
  return spawn(program, [...first, ...who, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
}

async function endOf(child: ChildProcess): Promise<Ended> {
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const [code] = await once(child, 'close')
  return { code: typeof code === 'number' ? code : null, text }
}

/** Says one thing, acknowledged by the platform, and ends; its words come over the topic's last part. */
export function publish(device: MosquittoDevice, topic: string, message: unknown): Promise<Ended> {
  const payload = typeof message === 'string' ? message : JSON.stringify(message)
  return endOf(run(['mosquitto_pub'], device, ['-t', topic, '-q', '1', '-m', payload]))
}

/** Asks for a topic and ends when that was denied, or after one message. */
export function ask(device: MosquittoDevice, topic: string): Promise<Ended> {
  return endOf(run(['mosquitto_sub'], device, ['-t', topic, '-C', '1', '-W', '30']))
}

export interface Staying {
  /** What it is told from now on reaches it. */
  subscribed: Promise<void>
  /** What it received. */
  received: () => string
  /** Ends it as a power cut does, without a word. */
  kill(): Promise<void>
}

/** Connects with a will and stays, hearing what it is told. */
export function stay(device: MosquittoDevice): Staying {
  const root = `vedette/${device.did}`
  const will = ['--will-topic', `${root}/status`, '--will-payload', '{"online":false}', '--will-qos', '1']
  // It says by lines that it has subscribed, and keeps them back where nobody reads a terminal.
  const child = run(['stdbuf', '-oL', 'mosquitto_sub'], device, [
    '-d',
    '-t',
    `${root}/command`,
    '-q',
    '1',
    '-k',
    '20',
    ...will,
  ])
  const subscribed = Promise.withResolvers<void>()
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    if (/^Subscribed /m.test(text)) subscribed.resolve()
  })
  return {
    subscribed: subscribed.promise,
    received: () => text.replaceAll(/^(?:Client|Subscribed) .*\n/gm, ''),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'close')
      child.kill('SIGKILL')
      await gone
    },
  }
}
