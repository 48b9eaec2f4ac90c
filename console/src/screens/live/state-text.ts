/** The words for a window's state. */
import { nameOfCode } from '@vedette/contract/codes'

import type { Translate } from '../../i18n/language.ts'
import { STREAM_REASONS } from '../../i18n/stream-reason.ts'
import type { Language } from '../../i18n/packs.ts'
import { codeText } from '../../i18n/translate.ts'
import { codecName } from '../../player/codec-policy.ts'
import type { ViewState, WindowView } from '../../player/window-view.ts'

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
  if (reason !== 'none') return t(STREAM_REASONS[reason])
  return isWithoutReason(state) ? t(WITHOUT_REASON[state]) : ''
}

function isWithoutReason(state: ViewState): state is keyof typeof WITHOUT_REASON {
  return Object.hasOwn(WITHOUT_REASON, state)
}

export function hasSince({ state }: WindowView): boolean {
  return state !== 'empty' && state !== 'live'
}
