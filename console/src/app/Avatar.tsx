import type { ReactNode } from 'react'

import { requestBase } from '../wire/settings.ts'
import { IconUser } from './header-icons.tsx'

/** An account's picture, or the sign for one. It says nothing that does not stand beside it. */
export function Avatar({ icon }: { icon: string }): ReactNode {
  return icon ? <img className="avatar" src={requestBase + icon} alt="" /> : <IconUser />
}
