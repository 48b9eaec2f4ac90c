import type { ReactNode } from 'react'

import { IconUser } from './header-icons.tsx'

/** An account's picture, or the sign for one. It says nothing that does not stand beside it. */
export function Avatar({ icon }: { icon: string }): ReactNode {
  return icon ? <img className="avatar" src={icon} alt="" /> : <IconUser />
}
