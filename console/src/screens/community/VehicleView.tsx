import type { VehicleItem } from '@vedette/contract/calls/community-people'
import type { ReactNode } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { requestBase } from '../../wire/settings.ts'
import { Erasure } from './Erasure.tsx'

interface Props {
  row: VehicleItem
  facts: ReactNode
  onClose: () => void
}

/** The vehicle with its photos, and the erasure of all that is kept of its owner. */
export function VehicleView({ row, facts, onClose }: Props): ReactNode {
  const t = useT()
  const mayErase = useCan('vehicle', 'personalData')
  return (
    <Dialog title={row.Plate} kind="drawer" onClose={onClose}>
      {(close) => (
        <div className="dialog-form community-photos">
          <div className="community-photo-row">
            {row.PhotoUrls.map((url, at) => (
              <img key={url} src={requestBase + url} alt={t('community.photo', { at: at + 1 })} />
            ))}
          </div>
          {facts}
          {mayErase && (
            <Erasure name={row.OwnerName} person={{ VehicleID: row.VehicleID }} onErased={close} />
          )}
        </div>
      )}
    </Dialog>
  )
}
