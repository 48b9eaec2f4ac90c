import { useQueryClient } from '@tanstack/react-query'
import type { DeviceItem } from '@vedette/contract/calls/device'
import { offerDevices, transferList } from '@vedette/contract/calls/transfer'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { listed } from '../../ui/listed.ts'
import { send } from '../../wire/send.ts'

interface Props {
  devices: readonly DeviceItem[]
  onClose: () => void
}

/** Asks with count and names, then shows the code once. */
export function OfferTransfer({ devices, onClose }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const queries = useQueryClient()
  const [offer, setOffer] = useState<{ Code: string; ExpiresAt: number }>()
  const names = devices.map(({ DevName }) => DevName)
  const begin = async (): Promise<void> => {
    setOffer(await send(offerDevices, { DIDs: devices.map(({ DID }) => DID) }))
    await queries.invalidateQueries({ queryKey: [transferList.path] })
  }
  if (offer)
    return (
      <Dialog title={t('transfer.code')} onClose={onClose}>
        {(close) => (
          <div className="dialog-form">
            <p className="transfer-code">
              <code>{offer.Code}</code>
            </p>
            <p>
              {t('transfer.codeOnce', {
                time: `${time.day(offer.ExpiresAt)} ${time.clock(offer.ExpiresAt)}`,
              })}
            </p>
            <div className="dialog-actions">
              <button type="button" className="button button-primary" onClick={close}>
                {t('app.close')}
              </button>
            </div>
          </div>
        )}
      </Dialog>
    )
  return (
    <Confirm
      title={t('transfer.offer')}
      confirmLabel={t('transfer.offer')}
      isDestructive
      onConfirm={begin}
      // The question closes when it is answered; then the code is shown in its place.
      onClose={() => offer ?? onClose()}
    >
      <p>{t('transfer.offerAsk', { count: names.length, names: listed(t, names) })}</p>
    </Confirm>
  )
}
