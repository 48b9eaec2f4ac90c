import { useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '@vedette/contract/call'
import {
  type ConfigChange,
  type ConfigOutcome,
  ConfigPart,
  getDeviceInfo,
  queryConfig,
  setDeviceConfig,
} from '@vedette/contract/calls/device-config'
import { useState } from 'react'
import { z } from 'zod'

import { type Translate, useLanguage, useT } from '../../i18n/language.ts'
import { failureText } from '../../i18n/translate.ts'
import { say } from '../../ui/toasts.ts'
import { CallFailure } from '../../wire/failure.ts'
import { react } from '../../wire/reactions.ts'
import { ask } from '../../wire/send.ts'

export const PART_TEXTS = {
  name: 'deviceConf.names',
  picture: 'deviceConf.picture',
  streams: 'deviceConf.streams',
  audio: 'deviceConf.audio',
  time: 'deviceConf.time',
  alarm: 'deviceConf.alarm',
} as const satisfies Record<ConfigPart, string>

export const SAVING = 'device settings'

/** Says what became of a change. */
export function sayOutcome(t: Translate, { Written, Pending, Refused }: ConfigOutcome): void {
  const refused = Refused.map((part) => t(PART_TEXTS[part])).join(t('ui.comma'))
  if (refused) say('error', t('deviceConf.refused', { parts: refused }), undefined, SAVING)
  else if (Pending.length > 0) say('warning', t('deviceConf.kept'))
  else say('success', t(Written.length > 0 ? 'deviceConf.written' : 'deviceConf.saved'), undefined, SAVING)
}

const AllRefused = z.object({ Refused: z.array(ConfigPart).min(1) })

/** What became of a change, also where the device took nothing of it. */
async function outcomeOf(body: BodyOf<typeof setDeviceConfig>): Promise<ConfigOutcome> {
  try {
    return await ask(setDeviceConfig, body)
  } catch (cause) {
    if (!(cause instanceof CallFailure)) throw cause
    const refused = AllRefused.safeParse(cause.body).data
    if (refused) return { Written: [], Pending: [], Trouble: 'refused', ...refused }
    react(setDeviceConfig, cause)
    throw cause
  }
}

/** Writes a change to the device and says what became of it: `save` is false where nobody answered. */
export function useSaving(DID: string, Channel: number) {
  const t = useT()
  const queries = useQueryClient()
  const language = useLanguage((choice) => choice.language)
  const [isBusy, setBusy] = useState(false)
  const save = async (Change: ConfigChange): Promise<boolean> => {
    setBusy(true)
    try {
      sayOutcome(t, await outcomeOf({ DID, Channel, Change }))
      await Promise.all([
        queries.invalidateQueries({ queryKey: [queryConfig.path, DID, Channel] }),
        queries.invalidateQueries({ queryKey: [getDeviceInfo.path, DID] }),
      ])
      return true
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      if (cause.reason === 'badInput') say('error', failureText(language, cause), undefined, SAVING)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, save }
}
