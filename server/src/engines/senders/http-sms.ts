import type { Secret } from '../secret-box.ts'
import type { Driver } from './senders.ts'

const LIMIT_MS = 10_000

/** POSTs `{to, text}` as JSON to the operator's gateway; any status of 200 to 299 says that it took the message. */
export function httpSms(url: URL, token: Secret | undefined): Driver {
  return async (to, { text }) => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token.reveal()}` } : {}),
      },
      body: JSON.stringify({ to, text }),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
  }
}
