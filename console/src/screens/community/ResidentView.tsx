import { erasePerson } from '@vedette/contract/calls/community-import'
import { residentList, type ResidentItem, vehicleList } from '@vedette/contract/calls/community-people'
import { type ReactNode, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { say } from '../../ui/toasts.ts'
import { ask } from '../../wire/send.ts'
import { requestBase } from '../../wire/settings.ts'
import { EntrancesOf } from './Entrances.tsx'
import { houseText } from './house-text.ts'
import { useCommunityChanged, useListed, useValues } from './queries.ts'

/** Residents shown for one house. */
const MOST_OF_HOUSE = 200

/** A button that opens the resident's page. */
export function ResidentView({ row }: { row: ResidentItem }): ReactNode {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {t('community.view')}
      </button>
      {isOpen && <ResidentPage row={row} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Who lives with somebody, which vehicles belong to the house, and the erasure of all that is kept of the person. */
function ResidentPage({ row, onClose }: { row: ResidentItem; onClose: () => void }): ReactNode {
  const t = useT()
  const { text } = useValues()
  const changed = useCommunityChanged()
  const ofHouse = { HouseID: row.HouseID, PageSize: MOST_OF_HOUSE }
  const household = useListed(residentList, ofHouse).data?.List ?? []
  const canSeeVehicles = useCan('vehicle')
  const mayErase = useCan('resident', 'personalData')
  const [isErasing, setErasing] = useState(false)
  return (
    <Dialog title={row.Name} kind="drawer" onClose={onClose}>
      {(close) => (
        <div className="dialog-form community-resident">
          {row.PhotoUrl && <img src={requestBase + row.PhotoUrl} alt={t('community.facePhoto')} />}
          <p>{houseText(t, row.House)}</p>
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
          {mayErase && (
            <div className="dialog-actions">
              <button type="button" className="button button-danger" onClick={() => setErasing(true)}>
                {t('community.erase')}
              </button>
            </div>
          )}
          {isErasing && (
            <Confirm
              title={t('community.erase')}
              confirmLabel={t('community.erase')}
              isDestructive
              onConfirm={async () => {
                const { Residents, Vehicles, Photos } = await ask(erasePerson, { ResidentID: row.ResidentID })
                say(
                  'success',
                  t('community.erased', { residents: Residents, vehicles: Vehicles, photos: Photos }),
                )
                close()
                await changed()
              }}
              onClose={() => setErasing(false)}
            >
              <p>{t('community.eraseQuestion', { name: row.Name })}</p>
              <p>{t('community.eraseKept')}</p>
            </Confirm>
          )}
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
