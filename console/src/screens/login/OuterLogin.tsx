import { outerLoginBegin } from '@vedette/contract/calls/outer-login'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { outer } from '../../i18n/outer.ts'
import { addSections } from '../../i18n/translate.ts'
import { CallFailure } from '../../wire/failure.ts'
import { ask } from '../../wire/send.ts'

addSections({ outer })

interface Props {
  enterprise: string
  /** The provider's. */
  name: string
  /** Returns false where something is missing, and says so. */
  check: () => boolean
  onFail: (failure: CallFailure) => void
}

/** Leads to the enterprise's identity provider, which sends the browser back here. */
export function OuterLogin({ enterprise, name, check, onFail }: Props): ReactNode {
  const t = useT()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async (): Promise<void> => {
    if (isLeaving || !check()) return
    setLeaving(true)
    try {
      const { Url } = await ask(outerLoginBegin, { EnterpriseCode: enterprise })
      location.assign(Url)
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      setLeaving(false)
      onFail(cause)
    }
  }
  return (
    <>
      <p className="login-or" aria-hidden="true">
        {t('outer.or')}
      </p>
      <button type="button" className="button" aria-disabled={isLeaving} onClick={() => void leave()}>
        {t(isLeaving ? 'outer.going' : 'outer.go', { name })}
      </button>
    </>
  )
}
