import { erasePerson } from '@vedette/contract/calls/community-import'
import type { BodyOf } from '@vedette/contract/call'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { say } from '../../ui/toasts.ts'
import { ask } from '../../wire/send.ts'
import { useCommunityChanged } from './queries.ts'

interface Props {
  name: string
  person: BodyOf<typeof erasePerson>
  onErased: () => void
}

/** Erases all that is kept of somebody, once it is agreed to. */
export function Erasure({ name, person, onErased }: Props): ReactNode {
  const t = useT()
  const changed = useCommunityChanged()
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="dialog-actions">
      <button type="button" className="button button-danger" onClick={() => setAsking(true)}>
        {t('community.erase')}
      </button>
      {isAsking && (
        <Confirm
          title={t('community.erase')}
          confirmLabel={t('community.erase')}
          isDestructive
          onConfirm={async () => {
            const { Residents, Vehicles, Photos } = await ask(erasePerson, person)
            const counts = { residents: Residents, vehicles: Vehicles, photos: Photos }
            say('success', t('community.erased', counts))
            onErased()
            await changed()
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('community.eraseQuestion', { name })}</p>
          <p>{t('community.eraseKept')}</p>
        </Confirm>
      )}
    </div>
  )
}
