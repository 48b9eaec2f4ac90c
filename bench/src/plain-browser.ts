/**
 * A browser as a person has it. Playwright has it note for each request the line of code that made it, for which V8 parses the page's
 * whole code a second time; that is work of the tool, not of the page.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { FLAGS_WITHOUT_GRAPHICS, OURS } from '../../e2e/src/support/browser.ts'
import { type Started, startProcess } from '../../e2e/src/support/process.ts'

const FLAGS = [
  ...FLAGS_WITHOUT_GRAPHICS,
  '--headless=new',
  '--remote-debugging-port=0',
  '--lang=en-US',
  '--window-size=1440,900',
]

interface Answer {
  id?: number
  result?: Record<string, unknown>
  error?: { message: string }
}

export class PlainBrowser {
  readonly #started: Started
  readonly #folder: string
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #sent = 0

  private constructor(started: Started, folder: string, socket: WebSocket) {
    this.#started = started
    this.#folder = folder
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const answer: Answer = JSON.parse(String(data))
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer)
    })
  }

  static async start(): Promise<PlainBrowser> {
    const folder = mkdtempSync(join(tmpdir(), 'vedette-browser-'))
    const started = startProcess(OURS, [...FLAGS, `--user-data-dir=${folder}`])
    const [, url = ''] = await started.line(/^DevTools listening on (ws:\S+)/)
    const socket = new WebSocket(url)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)))
    })
    return new PlainBrowser(started, folder, socket)
  }

  /**
   * Opens an address with an empty cache, runs `first` in the page before any code of its own, and answers with the value of
   * `expression`, which may be a promise.
   */
  async load(address: string, first: string, expression: string): Promise<unknown> {
    const { browserContextId } = await this.#tell('Target.createBrowserContext')
    const { targetId } = await this.#tell('Target.createTarget', { url: 'about:blank', browserContextId })
    const { sessionId } = await this.#tell('Target.attachToTarget', { targetId, flatten: true })
    const page = String(sessionId)
    await this.#tell('Page.enable', {}, page)
    await this.#tell('Page.addScriptToEvaluateOnNewDocument', { source: first }, page)
    await this.#tell('Page.navigate', { url: address }, page)
    const asked = { expression, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails } = await this.#tell('Runtime.evaluate', asked, page)
    await this.#tell('Target.disposeBrowserContext', { browserContextId })
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
    return Object(result).value
  }

  async close(): Promise<void> {
    this.#socket.close()
    await this.#started.stop()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }

  #tell(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++this.#sent
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }))
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result = {}, error }) => {
        this.#waiting.delete(id)
        if (error) reject(new Error(`${method}: ${error.message}`))
        else resolve(result)
      })
    })
  }
}
