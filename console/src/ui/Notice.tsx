import type { ReactNode } from 'react'

interface Props {
  /** A large mark above the title, such as 404. */
  mark?: string
  title: string
  text: string
  children?: ReactNode
}

/** A page that has only something to say. */
export function Notice({ mark, title, text, children }: Props): ReactNode {
  return (
    <section className="notice">
      {mark && <p className="notice-mark">{mark}</p>}
      <h1>{title}</h1>
      <p className="notice-text">{text}</p>
      {children}
    </section>
  )
}
