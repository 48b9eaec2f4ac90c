import type { ResidentItem } from '@vedette/contract/calls/community-people'
import type { ReactNode } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { requestBase } from '../../wire/settings.ts'
import { EntrancesOf } from './Entrances.tsx'
import { Erasure } from './Erasure.tsx'
import { Household } from './Household.tsx'

interface Props {
  row: ResidentItem
  facts: ReactNode
  onClose: () => void
}

/** Who it is and lives with, which vehicles belong to the house, and the erasure of all that is kept of the person. */
export function ResidentView({ row, facts, onClose }: Props): ReactNode {
  const t = useT()
  const mayErase = useCan('resident', 'personalData')
  return (
    <Dialog title={row.Name} kind="drawer" onClose={onClose}>
      {(close) => (
        <div className="dialog-form community-resident">
          {row.PhotoUrl && <img src={requestBase + row.PhotoUrl} alt={t('community.facePhoto')} />}
          {facts}
          <Household houseId={row.HouseID} />
          {row.AreaID !== '' && <EntrancesOf areaId={row.AreaID} />}
          {mayErase && <Erasure name={row.Name} person={{ ResidentID: row.ResidentID }} onErased={close} />}
        </div>
      )}
    </Dialog>
  )
}
