import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeviceItem } from '@vedette/contract/calls/device'
import { linkedCompanies } from '@vedette/contract/calls/own-account'
import { offerDevices, transferList } from '@vedette/contract/calls/transfer'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { KeptFootage } from '../../ui/KeptFootage.tsx'
import { listed } from '../../ui/listed.ts'
import { say } from '../../ui/toasts.ts'
import { send } from '../../wire/send.ts'

interface Props {
  devices: readonly DeviceItem[]
  onClose: () => void
}

/** Anyone who has the code. */
const ANYBODY = ''

/** Asks with count and names, then shows the code once; another company of the same person needs none. */
export function OfferTransfer({ devices, onClose }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const queries = useQueryClient()
  const [offer, setOffer] = useState<{ Code: string; ExpiresAt: number }>()
  const names = devices.map(({ DevName }) => DevName)
  const [to, setTo] = useState(ANYBODY)
  const companies = useQuery({
    queryKey: [linkedCompanies.path],
    queryFn: ({ signal }) => send(linkedCompanies, {}, { signal }),
  })
  const own = companies.data?.List ?? []
  const company = own.find(({ CompanyID }) => CompanyID === to)?.CompanyName ?? ''
  const begin = async (): Promise<void> => {
    const DIDs = devices.map(({ DID }) => DID)
    const made = await send(offerDevices, { DIDs, ...(to === ANYBODY ? {} : { CompanyID: to }) })
    if (to === ANYBODY) setOffer(made)
    else say('success', t('transfer.offeredTo', { company }))
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
      {own.length > 0 && (
        <SelectField
          label={t('transfer.to')}
          value={to}
          options={[
            { value: ANYBODY, label: t('transfer.toAnybody') },
            ...own.map(({ CompanyID, CompanyName }) => ({ value: CompanyID, label: CompanyName })),
          ]}
          onChoose={setTo}
        />
      )}
      <p>
        {to === ANYBODY
          ? t('transfer.offerAsk', { count: names.length, names: listed(t, names) })
          : t('transfer.offerToAsk', { count: names.length, names: listed(t, names), company })}
      </p>
      <KeptFootage dids={devices.map(({ DID }) => DID)} />
    </Confirm>
  )
}
