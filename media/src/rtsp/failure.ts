import type { SessionEnd } from '../access-unit.ts'
import { header, type RtspResponse } from './message.ts'

/** A step of a session that did not succeed. */
export interface Failure {
  ok: false
  end: SessionEnd
  /** Where the camera says that the stream is instead. */
  location?: string
  /** The camera takes none of what was offered to carry the media. */
  isTransportRefused?: boolean
}

/** What a refused request means; `undefined` for a success. */
export function failureOf(method: string, response: RtspResponse): Failure | undefined {
  const { status, phrase } = response.start
  if (status >= 200 && status < 300) return undefined
  const detail = `${method} was answered ${status} ${phrase}`.trimEnd()
  const fail = (reason: SessionEnd['reason']): Failure => ({ ok: false, end: { reason, detail } })
  if (status >= 300 && status < 400) {
    const location = header(response, 'location')
    return location === undefined ? fail('addressRefused') : { ...fail('addressRefused'), location }
  }
  if (status === 401 || status === 403 || status === 407) return fail('credentials')
  if (status === 404 || status === 410) return fail('notFound')
  if (status === 461) return { ...fail('protocol'), isTransportRefused: true }
  const isBusy = status === 453 || status >= 500
  return fail(isBusy ? 'closedByCamera' : 'protocol')
}
