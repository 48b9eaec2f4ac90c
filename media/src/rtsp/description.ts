import type { RtspConnection } from './connection.ts'
import { baseUri, controlUri } from './control-uri.ts'
import { type Failure, failureOf } from './failure.ts'
import { header, printable } from './message.ts'
import { type SdpMedia, MAX_SDP_BYTES, parseSdp } from './sdp.ts'

export interface Described {
  ok: true
  /** What relative controls are appended to. */
  base: string
  /** Control URI of the whole session, for PLAY and TEARDOWN. */
  sessionUri: string
  media: SdpMedia[]
  /** Listed in the answer to OPTIONS; empty where the camera did not say. */
  methods: Set<string>
  server?: string
}

export type DescribeOutcome = Described | Failure

/** OPTIONS and DESCRIBE, which carries `headers` as well. */
export async function describe(
  connection: RtspConnection,
  uri: string,
  headers: Record<string, string> = {},
): Promise<DescribeOutcome> {
  const options = await connection.request('OPTIONS', uri)
  if (!options.ok) return options
  const reply = await connection.request('DESCRIBE', uri, { Accept: 'application/sdp', ...headers })
  if (!reply.ok) return reply
  const { response } = reply
  const refused = failureOf('DESCRIBE', response)
  if (refused) return refused
  const sdp =
    response.body.length > MAX_SDP_BYTES
      ? { ok: false as const, detail: `session description of ${response.body.length} bytes` }
      : parseSdp(response.body.toString('utf8'))
  if (!sdp.ok) return { ok: false, end: { reason: 'protocol', detail: sdp.detail } }
  const base = baseUri(uri, header(response, 'content-base'), header(response, 'content-location'))
  const server = header(response, 'server') ?? header(options.response, 'server')
  const methods = (header(options.response, 'public') ?? '').toUpperCase().split(/[\s,]+/)
  return {
    ok: true,
    base,
    sessionUri: controlUri(base, sdp.description.control),
    media: sdp.description.media,
    methods: new Set(methods.filter((method) => method !== '')),
    ...(server === undefined ? {} : { server: printable(server) }),
  }
}
