import { lazy, type ReactNode, Suspense, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { useSession } from '../session.ts'

const FULL_ADMINISTRATOR = 1

const PictureKeepingDialog = lazy(async () => ({
  default: (await import('./PictureKeepingDialog.tsx')).PictureKeepingDialog,
}))

/** For administrators alone: how long pictures are kept. */
export function PictureKeepingButton({ label }: { label?: string }): ReactNode {
  const t = useT()
  const isAdministrator = useSession(({ user }) => user?.currentCompany.RoleStatus === FULL_ADMINISTRATOR)
  const [isOpen, setOpen] = useState(false)
  if (!isAdministrator) return null
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {label ?? t('album.keeping')}
      </button>
      {isOpen && (
        <Suspense>
          <PictureKeepingDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
