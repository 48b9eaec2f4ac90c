import { residentList, vehicleList } from '@vedette/contract/calls/community-people'
import type { ReactNode } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { useListed, useValues } from './queries.ts'

/** Residents shown for one house. */
const MOST_OF_HOUSE = 200

/** Who lives in a house, and its vehicles, for those who may see each. */
export function Household({ houseId }: { houseId: string }): ReactNode {
  const [seesResidents, seesVehicles] = [useCan('resident'), useCan('vehicle')]
  return (
    <>
      {seesResidents && <ResidentsOf houseId={houseId} />}
      {seesVehicles && <VehiclesOf houseId={houseId} />}
    </>
  )
}

function ResidentsOf({ houseId }: { houseId: string }): ReactNode {
  const t = useT()
  const { text } = useValues()
  const residents = useListed(residentList, { HouseID: houseId, PageSize: MOST_OF_HOUSE }).data
  return (
    <div className="community-household">
      <h3>{t('community.household')}</h3>
      {residents?.Total === 0 && <p className="field-hint">{t('community.noResidents')}</p>}
      <ul>
        {residents?.List.map((it) => (
          <li key={it.ResidentID}>
            <b>{it.Name}</b> <span>{text(it.Relation)}</span> <span>{it.Phone}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function VehiclesOf({ houseId }: { houseId: string }): ReactNode {
  const t = useT()
  const { text } = useValues()
  const vehicles = useListed(vehicleList, { HouseID: houseId, PageSize: MOST_OF_HOUSE }).data
  return (
    <div className="community-household">
      <h3>{t('community.vehicles')}</h3>
      {vehicles?.Total === 0 && <p className="field-hint">{t('community.noVehicles')}</p>}
      <ul>
        {vehicles?.List.map((it) => (
          <li key={it.VehicleID}>
            <b>{it.Plate}</b>{' '}
            <span>
              {text(it.Colour)} {text(it.Type)}
            </span>{' '}
            <span>{it.OwnerName}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
