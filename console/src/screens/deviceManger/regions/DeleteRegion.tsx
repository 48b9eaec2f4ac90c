import { deleteGroup, type GroupNode } from '@vedette/contract/calls/group'
import { Hindrance } from '@vedette/contract/refusals'
import { type ReactNode, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { say } from '../../../ui/toasts.ts'
import { CallFailure } from '../../../wire/failure.ts'
import { send } from '../../../wire/send.ts'
import { countBelow, useRegionsChanged } from './queries.ts'

interface Props {
  region: GroupNode
  onClose: () => void
  onDone: () => void
}

export function DeleteRegion({ region, onClose, onDone }: Props): ReactNode {
  const t = useT()
  const changed = useRegionsChanged()
  const [fault, setFault] = useState<string>()
  const name = region.GroupName
  const count = countBelow(region)
  const remove = async (): Promise<void> => {
    try {
      const { Deleted } = await send(deleteGroup, { GID: region.GID })
      onDone()
      await changed()
      say('success', t('regions.deleted', { count: Deleted }))
    } catch (cause) {
      const hindered =
        cause instanceof CallFailure && cause.reason === 'regionHasDevices'
          ? Hindrance.safeParse(cause.body).data
          : undefined
      if (!hindered) throw cause
      setFault(t('regions.hasDevices', { name, count: hindered.Count }))
      // Said above, with their number.
      throw new CallFailure('')
    }
  }
  return (
    <Confirm
      title={t('regions.delete')}
      confirmLabel={t('ui.delete')}
      isDestructive
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{count > 0 ? t('regions.deleteAskMany', { name, count }) : t('regions.deleteAsk', { name })}</p>
      <p className="fault" role="alert">
        {fault}
      </p>
    </Confirm>
  )
}
