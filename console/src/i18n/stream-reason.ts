import type { StateReason } from '@vedette/contract/live-message'

import type { Translate } from './language.ts'

/** Why a stream or a device is as it is; `serverLost` is what a page finds by itself. */
export const STREAM_REASONS = {
  connecting: 'live.reasonConnecting',
  unreachable: 'live.reasonUnreachable',
  certificate: 'live.reasonCertificate',
  credentials: 'live.reasonCredentials',
  notFound: 'live.reasonNotFound',
  addressRefused: 'live.reasonAddressRefused',
  stalled: 'live.reasonStalled',
  noPicture: 'live.reasonNoPicture',
  closedByCamera: 'live.reasonClosedByCamera',
  protocol: 'live.reasonProtocol',
  noVideo: 'live.reasonNoVideo',
  unsupportedCodec: 'live.reasonUnsupportedCodec',
  shardRestarting: 'live.reasonShardRestarting',
  noKeepalive: 'live.reasonNoKeepalive',
  transcodingBusy: 'live.reasonTranscodingBusy',
  transcodingUnavailable: 'live.reasonTranscodingUnavailable',
  transcodingFailed: 'live.reasonTranscodingFailed',
  serverLost: 'live.reasonServerLost',
} as const satisfies Record<Exclude<StateReason, 'none'> | 'serverLost', string>

/** Empty where nothing more is to be said. */
export function streamReasonText(t: Translate, reason: string): string {
  return isReason(reason) ? t(STREAM_REASONS[reason]) : ''
}

function isReason(reason: string): reason is keyof typeof STREAM_REASONS {
  return Object.hasOwn(STREAM_REASONS, reason)
}
