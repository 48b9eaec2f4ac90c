import type { Call } from '@vedette/contract/call'
import { type Answer, readAnswer } from '@vedette/contract/envelope'

import type { TestApp } from './app.ts'

/** Sends files as a browser's form does. */
export async function upload(
  app: TestApp,
  call: Call,
  files: readonly Uint8Array[],
  token: string | undefined,
  body: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, value)
  for (const bytes of files) form.append('file', new Blob([Uint8Array.from(bytes)]), 'picture.png')
  const headers = token === undefined ? {} : { authorization: token }
  const init: RequestInit = { method: 'POST', headers, body: form }
  const answer = readAnswer(await (await app.fetch(call.path, init)).json())
  if (!answer) throw new Error(`${call.path} answered no envelope`)
  return answer
}
