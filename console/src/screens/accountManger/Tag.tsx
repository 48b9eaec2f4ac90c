import type { ReactNode } from 'react'

export function Tag({ kind, children }: { kind: 'own' | 'off'; children: ReactNode }): ReactNode {
  return (
    <span className="tag" data-kind={kind}>
      {children}
    </span>
  )
}
