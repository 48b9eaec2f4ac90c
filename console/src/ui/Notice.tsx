import type { ReactNode } from 'react'

interface Props {
  /** Above all, where there is one. */
  drawing?: ReactNode
  /** A large mark above the title, such as 404. */
  mark?: string
  title: string
  text: string
  children?: ReactNode
}

/** A page that has only something to say. */
export function Notice({ drawing, mark, title, text, children }: Props): ReactNode {
  return (
    <section className="notice">
      {drawing}
      {mark && <p className="notice-mark">{mark}</p>}
      <h1>{title}</h1>
      <p className="notice-text">{text}</p>
      {children}
    </section>
  )
}
