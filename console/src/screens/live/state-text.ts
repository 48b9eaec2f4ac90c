/** The words for a window's state. */
import { nameOfCode } from '@vedette/contract/codes'

import type { Translate } from '../../i18n/language.ts'
import { codeText, type Language } from '../../i18n/translate.ts'
import { codecName } from '../../player/codec-policy.ts'
import type { ViewReason, ViewState, WindowView } from '../../player/window-view.ts'

const STATES = {
  empty: 'live.stateEmpty',
  switching: 'live.stateSwitching',
  loading: 'live.stateLoading',
  live: 'live.stateLive',
  reconnecting: 'live.stateReconnecting',
  offline: 'live.stateOffline',
  sleeping: 'live.stateSleeping',
  upgrading: 'live.stateUpgrading',
  failed: 'live.stateFailed',
} as const satisfies Record<ViewState, string>

const REASONS = {
  connecting: 'live.reasonConnecting',
  unreachable: 'live.reasonUnreachable',
  credentials: 'live.reasonCredentials',
  notFound: 'live.reasonNotFound',
  addressRefused: 'live.reasonAddressRefused',
  stalled: 'live.reasonStalled',
  closedByCamera: 'live.reasonClosedByCamera',
  protocol: 'live.reasonProtocol',
  unsupportedCodec: 'live.reasonUnsupportedCodec',
  shardRestarting: 'live.reasonShardRestarting',
  noKeepalive: 'live.reasonNoKeepalive',
  serverLost: 'live.reasonServerLost',
} as const satisfies Record<Exclude<ViewReason, 'none' | 'refused'>, string>

/** Where the state itself is all that the server says. */
const WITHOUT_REASON = {
  switching: 'live.whySwitching',
  loading: 'live.whyLoading',
  sleeping: 'live.whySleeping',
  upgrading: 'live.whyUpgrading',
} as const satisfies Partial<Record<ViewState, string>>

export function stateText(t: Translate, { state, attempt }: WindowView): string {
  const isAgain = state === 'reconnecting' && attempt > 0
  return isAgain ? t('live.stateReconnectingAgain', { attempt }) : t(STATES[state])
}

/** Empty for a window that is live. */
export function reasonText(t: Translate, language: Language, view: WindowView): string {
  const { state, reason, code, codec } = view
  if (state === 'empty') return t('live.emptyHint')
  if (reason === 'refused') return codeText(language, code ?? '', nameOfCode(code ?? ''))
  if (codec !== undefined) return t('live.cannotPlay', { codec: codecName(codec) })
  if (reason !== 'none') return t(REASONS[reason])
  return isWithoutReason(state) ? t(WITHOUT_REASON[state]) : ''
}

function isWithoutReason(state: ViewState): state is keyof typeof WITHOUT_REASON {
  return Object.hasOwn(WITHOUT_REASON, state)
}

export function hasSince({ state }: WindowView): boolean {
  return state !== 'empty' && state !== 'live'
}

/** Why a device or stream is as it is, empty where nothing more is to be said. */
export function streamReasonText(t: Translate, reason: string): string {
  return isReason(reason) ? t(REASONS[reason]) : ''
}

function isReason(reason: string): reason is keyof typeof REASONS {
  return Object.hasOwn(REASONS, reason)
}
