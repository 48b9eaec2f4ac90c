import type { ReactNode } from 'react'

import logo from '../brand/Vedette/favicon.svg'
import { brand } from '../wire/settings.ts'

/** The brand's logo and name. */
export function BrandMark(): ReactNode {
  return (
    <span className="brand-mark">
      <img src={logo} alt="" width="26" height="26" />
      <span>{brand}</span>
    </span>
  )
}
