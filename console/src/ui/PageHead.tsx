import './page-head.css'

import { createContext, type ReactNode, use } from 'react'

import { usePhone } from '../app/use-phone.ts'
import { useT } from '../i18n/language.ts'

const Title = createContext('')

/** What the page in it is called. */
export const PageTitle = Title.Provider

interface Props {
  /** Said beside the title. */
  count?: number | undefined
  /** The way to the page that this one was reached from. */
  back?: ReactNode
  /** The page's one main action, after what else is done with all of it. */
  children?: ReactNode
}

/** Over a page: what it is called and what is mainly done there. Screen readers have the title from the frame's own h1. */
export function PageHead({ count, back, children }: Props): ReactNode {
  const t = useT()
  const title = use(Title)
  const isPhone = usePhone()
  return (
    <div className="page-head">
      {back && <span className="page-back">{back}</span>}
      <p className="page-title" aria-hidden="true">
        {title}
      </p>
      {count !== undefined && (
        <span className="page-count">
          {/* Where the title is not beside it. */}
          {isPhone ? t('ui.total', { total: count }) : t('ui.number', { value: count })}
        </span>
      )}
      <span className="page-gap" />
      {children}
    </div>
  )
}
