import type { VehicleItem } from '@vedette/contract/calls/community-people'
import { type ReactNode, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { requestBase } from '../../wire/settings.ts'
import { Erasure } from './Erasure.tsx'

/** A button that opens the vehicle's page. */
export function VehicleView({ row, facts }: { row: VehicleItem; facts: ReactNode }): ReactNode {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const mayErase = useCan('vehicle', 'personalData')
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {t('community.view')}
      </button>
      {isOpen && (
        <Dialog title={row.Plate} kind="drawer" onClose={() => setOpen(false)}>
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
      )}
    </>
  )
}
