import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import type { GroupNode } from '@vedette/contract/calls/group'
import { acceptTransfer, previewTransfer } from '@vedette/contract/calls/transfer'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { shownId } from '../../ui/device-id.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { say } from '../../ui/toasts.ts'
import { regionNodes } from '../../ui/tree/region-nodes.ts'
import { TreeSelect } from '../../ui/tree/TreeSelect.tsx'
import { send } from '../../wire/send.ts'
import { useRefusal } from './use-refusal.ts'

interface Props {
  /** One that is addressed to this company; undefined: anyone who has it types the code. */
  offer?: string
  forest: readonly GroupNode[]
  onClose: () => void
}

/** What a code stands for is shown before it is taken over. */
export function AcceptTransfer({ offer, forest, onClose }: Props): ReactNode {
  const t = useT()
  const queries = useQueryClient()
  const { fault, setFault, isBusy, attempt } = useRefusal()
  const [code, setCode] = useState('')
  const [region, setRegion] = useState<string>()
  const [looked, setLooked] = useState<{ code: string; shown: ReplyOf<typeof previewTransfer> }>()
  const taken = offer === undefined ? { Code: code.trim().toUpperCase() } : { Offer: offer }
  const addressed = useQuery({
    queryKey: [previewTransfer.path, offer],
    queryFn: ({ signal }) => send(previewTransfer, taken, { signal }),
    enabled: offer !== undefined,
  })
  // What is taken over is what is shown: another code that was typed meanwhile is looked at first.
  const seen = addressed.data ?? (looked?.code === code ? looked.shown : undefined)
  const submit = async (event: FormEvent, close: () => void): Promise<void> => {
    event.preventDefault()
    if (!seen) return attempt(async () => setLooked({ code, shown: await send(previewTransfer, taken) }))
    if (region === undefined) return setFault(t('transfer.noTarget'))
    await attempt(async () => {
      const { Moved } = await send(acceptTransfer, { ...taken, GID: region })
      say('success', t('transfer.taken', { count: Moved }))
      close()
      await queries.invalidateQueries()
    })
  }
  return (
    <Dialog title={t(offer === undefined ? 'transfer.accept' : 'transfer.take')} onClose={onClose}>
      {(close) => (
        <form
          className="dialog-form"
          noValidate
          aria-busy={isBusy}
          onSubmit={(event) => void submit(event, close)}
        >
          {offer === undefined && (
            <TextField
              label={t('transfer.enterCode')}
              isRequired
              maxLength={12}
              value={code}
              onType={setCode}
            />
          )}
          {seen && (
            <>
              <p>{t('transfer.offered', { company: seen.CompanyName, count: seen.Total })}</p>
              <ul className="transfer-diff">
                {seen.List.map((device) => (
                  <li key={device.DID}>
                    {[device.DevName, device.Model, shownId(device)].filter(Boolean).join(' · ')}
                  </li>
                ))}
              </ul>
              <TreeSelect
                label={t('transfer.target')}
                nodes={regionNodes(forest)}
                emptyText={t('transfer.noRegions')}
                value={region}
                onChoose={setRegion}
                isRequired
              />
            </>
          )}
          <FormEnd
            fault={fault}
            isBusy={isBusy}
            submit={t(seen ? 'transfer.take' : 'transfer.look')}
            onCancel={close}
          />
        </form>
      )}
    </Dialog>
  )
}
