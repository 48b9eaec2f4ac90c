import type { ReactNode } from 'react'

import { brand } from '../wire/settings.ts'

const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href

/** The brand's favicon and name. */
export function BrandMark(): ReactNode {
  return (
    <span className="brand-mark">
      <img src={icon} alt="" width="26" height="26" />
      <span>{brand}</span>
    </span>
  )
}
