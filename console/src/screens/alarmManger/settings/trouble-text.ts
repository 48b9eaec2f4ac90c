import type { ForwardTrouble } from '@vedette/contract/calls/alarm-settings'

import type { Translate } from '../../../i18n/language.ts'

/** Says why an alarm was not taken; the server's own words where they are all that there is. */
export function troubleText(t: Translate, trouble: ForwardTrouble, status: number, detail: string): string {
  switch (trouble) {
    case '':
      return detail
    case 'answered':
      return t('alarmSettings.answered', { status })
    default:
      return t(`alarmSettings.${trouble}`)
  }
}
