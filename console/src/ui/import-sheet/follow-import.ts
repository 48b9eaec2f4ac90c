import type { ReplyOf } from '@vedette/contract/call'
import { importStatus } from '@vedette/contract/calls/device-import'
import { METHOD, ProgressBody } from '@vedette/contract/push'

import { push } from '../../app/push.ts'
import { CallFailure } from '../../wire/failure.ts'
import { ask } from '../../wire/send.ts'

export type ImportEnd = ReplyOf<typeof importStatus>

/** A push can be lost with its socket, and a platform that starts anew tells nothing of before. */
const LOOK_MS = 5000

/** Follows an import to its end by what is pushed; it outlives a lost connection and a restart of the platform. */
export async function followImport(
  JobID: string,
  onProgress: (done: number, total: number) => void,
): Promise<ImportEnd> {
  for (;;) {
    // Heard from before it is asked, so that no end falls between the two.
    const news = listen(JobID, onProgress)
    const status = await statusOf(JobID)
    if (status && status.State !== 'running') {
      news.stop()
      return status
    }
    if (status) onProgress(status.Done, status.Total)
    await news.endOrTime
  }
}

function listen(
  JobID: string,
  onProgress: (done: number, total: number) => void,
): { endOrTime: Promise<void>; stop: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, LOOK_MS)
  const mute = push.on(METHOD.progress, (body) => {
    const { ID, State, Done = 0, Total = 0 } = ProgressBody.safeParse(body).data ?? {}
    if (ID !== JobID) return
    if (State === 'running') onProgress(Done, Total)
    else resolve()
  })
  const stop = (): void => {
    clearTimeout(timer)
    mute()
  }
  return { endOrTime: promise.finally(stop), stop }
}

/** Undefined while nobody answers. */
async function statusOf(JobID: string): Promise<ImportEnd | undefined> {
  try {
    return await ask(importStatus, { JobID })
  } catch (cause) {
    const isAway =
      cause instanceof CallFailure &&
      ['requestServerError', 'requestFailed', 'serverTimeout'].includes(cause.reason ?? '')
    if (isAway) return undefined
    throw cause
  }
}
