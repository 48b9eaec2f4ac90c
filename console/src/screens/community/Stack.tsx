import type { Place } from '@vedette/contract/calls/community'
import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'

interface Props {
  house: Place
  isChosen: boolean
  onPress: () => void
}

/** One house of a stacked picture; filled and with their number where people live. */
export function House({ house, isChosen, onPress }: Props): ReactNode {
  const t = useT()
  const { Name: name, Residents: residents, Vehicles: vehicles } = house
  return (
    <button
      type="button"
      className="community-flat"
      aria-pressed={isChosen}
      aria-label={t('community.houseOf', { name, residents, vehicles })}
      data-lived={residents > 0}
      data-residents={t('ui.number', { value: residents })}
      onClick={onPress}
    >
      {name}
    </button>
  )
}
