import { residentList, type ResidentItem, vehicleList } from '@vedette/contract/calls/community-people'
import { type ReactNode, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { requestBase } from '../../wire/settings.ts'
import { EntrancesOf } from './Entrances.tsx'
import { Erasure } from './Erasure.tsx'
import { useListed, useValues } from './queries.ts'

/** Residents shown for one house. */
const MOST_OF_HOUSE = 200

/** A button that opens the resident's page. */
export function ResidentView({ row, facts }: { row: ResidentItem; facts: ReactNode }): ReactNode {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {t('community.view')}
      </button>
      {isOpen && <ResidentPage row={row} facts={facts} onClose={() => setOpen(false)} />}
    </>
  )
}

interface PageProps {
  row: ResidentItem
  facts: ReactNode
  onClose: () => void
}

/** Who it is and lives with, which vehicles belong to the house, and the erasure of all that is kept of the person. */
function ResidentPage({ row, facts, onClose }: PageProps): ReactNode {
  const t = useT()
  const { text } = useValues()
  const ofHouse = { HouseID: row.HouseID, PageSize: MOST_OF_HOUSE }
  const household = useListed(residentList, ofHouse).data?.List ?? []
  const canSeeVehicles = useCan('vehicle')
  const mayErase = useCan('resident', 'personalData')
  return (
    <Dialog title={row.Name} kind="drawer" onClose={onClose}>
      {(close) => (
        <div className="dialog-form community-resident">
          {row.PhotoUrl && <img src={requestBase + row.PhotoUrl} alt={t('community.facePhoto')} />}
          {facts}
          <h3>{t('community.household')}</h3>
          <ul>
            {household.map((it) => (
              <li key={it.ResidentID}>
                {it.Name} – {text(it.Relation)} – {it.Phone}
              </li>
            ))}
          </ul>
          {canSeeVehicles && <VehiclesOf houseId={row.HouseID} />}
          {row.AreaID !== '' && <EntrancesOf areaId={row.AreaID} />}
          {mayErase && <Erasure name={row.Name} person={{ ResidentID: row.ResidentID }} onErased={close} />}
        </div>
      )}
    </Dialog>
  )
}

function VehiclesOf({ houseId }: { houseId: string }): ReactNode {
  const t = useT()
  const { text } = useValues()
  const vehicles = useListed(vehicleList, { HouseID: houseId, PageSize: MOST_OF_HOUSE }).data
  return (
    <>
      <h3>{t('community.vehicles')}</h3>
      {vehicles?.Total === 0 && <p className="field-hint">{t('community.noVehicles')}</p>}
      <ul>
        {vehicles?.List.map((it) => (
          <li key={it.VehicleID}>
            {it.Plate} – {text(it.Colour)} {text(it.Type)} – {it.OwnerName}
          </li>
        ))}
      </ul>
    </>
  )
}
