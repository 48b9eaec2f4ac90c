import type { ReplyOf } from '@vedette/contract/call'
import type { whyRefused } from '@vedette/contract/calls/rights'

import type { Translate } from '../../i18n/language.ts'
import { grantText } from '../../ui/grant-names.ts'

/** A verdict in words. */
export function whyText(
  t: Translate,
  { Why, Grants }: Pick<ReplyOf<typeof whyRefused>, 'Why' | 'Grants'>,
): string {
  switch (Why) {
    case 'admitted':
      return t('audit.whyAdmitted')
    case 'disabled':
      return t('audit.whyDisabled')
    case 'lacksGrant':
      return Grants.length === 0
        ? t('audit.whyLacksVideo')
        : t('audit.whyLacksGrant', { grants: Grants.map((grant) => grantText(t, grant)).join(t('ui.comma')) })
    case 'administratorsOnly':
      return t('audit.whyAdministratorsOnly')
    case 'unknown':
      return t('audit.whyUnknown')
    case 'region':
      return t('audit.whyRegion')
    case 'preview':
      return t('audit.whyPreview')
    case 'mayNotPreview':
      return t('audit.whyMayNotPreview')
  }
}
