/** Debian's Firefox, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi), which it speaks itself. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

import { startProcess } from './process.ts'

const Message = z.object({
  id: z.int().optional(),
  type: z.string(),
  result: z.unknown().optional(),
  message: z.string().optional(),
})
const Tree = z.object({ contexts: z.array(z.object({ context: z.string() })).min(1) })
const Evaluated = z.object({
  type: z.literal('success'),
  result: z.object({ type: z.string(), value: z.string().optional() }),
})

/** No network but this machine's, and a language that the story knows. */
const SETTINGS = {
  'intl.accept_languages': 'en-US',
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
}

export interface Firefox {
  /** Opens an address and waits until it is loaded. */
  open(url: string): Promise<void>
  /** What an expression is in the page, as a string. */
  read(expression: string): Promise<string>
  stop(): Promise<void>
}

export async function startFirefox(): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'vedette-firefox-'))
  const lines = Object.entries(SETTINGS).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  await writeFile(join(profile, 'user.js'), lines.join(''))
  const program = process.env['VEDETTE_TEST_FIREFOX'] || 'firefox-esr'
  const started = startProcess(program, [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--remote-debugging-port=0',
    'about:blank',
  ])
  const [, address = ''] = await started.line(/WebDriver BiDi listening on (ws:\S+)/)
  const { ask, close } = await connect(`${address}/session`)
  await ask('session.new', { capabilities: {} })
  const { contexts } = Tree.parse(await ask('browsingContext.getTree', {}))
  const context = contexts[0]?.context ?? ''
  return {
    open: async (url) => void (await ask('browsingContext.navigate', { context, url, wait: 'complete' })),
    read: async (expression) => {
      const target = { context }
      const answer = await ask('script.evaluate', {
        expression: `String(${expression})`,
        target,
        awaitPromise: true,
      })
      return Evaluated.parse(answer).result.value ?? ''
    },
    stop: async () => {
      close()
      await started.stop()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

async function connect(address: string): Promise<{
  ask: (method: string, params: object) => Promise<unknown>
  close: () => void
}> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (cause: Error) => void }>()
  socket.addEventListener('message', ({ data }) => {
    const message = Message.parse(JSON.parse(String(data)))
    const asked = message.id === undefined ? undefined : waiting.get(message.id)
    if (message.id !== undefined) waiting.delete(message.id)
    if (message.type === 'success') asked?.resolve(message.result)
    else asked?.reject(new Error(message.message ?? 'refused'))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox ended'))
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`${address} does not answer`)), { once: true })
  })
  let id = 0
  return {
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        waiting.set(++id, { resolve, reject })
        socket.send(JSON.stringify({ id, method, params }))
      }),
    close: () => socket.close(),
  }
}
