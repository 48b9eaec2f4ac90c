import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import type { Clock } from '../clock.ts'
import { isMissing, writeDurably } from '../durable-file.ts'
import type { Message, Recipient } from './senders.ts'

const MOST_MESSAGES = 200

const Kept = z.object({
  at: z.number(),
  account: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
})
export type Kept = z.infer<typeof Kept>

/** Messages that nothing could carry, as files that the operator of the machine alone can read (`npm run outbox`). */
export class Outbox {
  readonly #folder: string
  readonly #clock: Clock
  readonly #newId: () => string

  constructor(folder: string, clock: Clock, newId: () => string) {
    this.#folder = folder
    this.#clock = clock
    this.#newId = newId
  }

  async put(to: Recipient, message: Message): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await chmod(this.#folder, 0o700)
    const kept: Kept = { at: this.#clock.now(), ...to, ...message }
    await writeDurably(join(this.#folder, `${this.#newId()}.json`), JSON.stringify(kept), 0o600)
    const names = await namesIn(this.#folder)
    for (const name of names.slice(0, -MOST_MESSAGES)) await rm(join(this.#folder, name), { force: true })
  }
}

/** The messages of a folder, the oldest first. */
export async function readOutbox(folder: string): Promise<Kept[]> {
  const messages: Kept[] = []
  for (const name of await namesIn(folder))
    messages.push(Kept.parse(JSON.parse(await readFile(join(folder, name), 'utf8'))))
  return messages
}

/** Ids sort by their time. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
