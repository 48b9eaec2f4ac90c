import type { ReactNode } from 'react'

export function MicrophoneIcon(): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 4a2.5 2.5 0 0 1 2.5 2.5v5a2.5 2.5 0 0 1-5 0v-5A2.5 2.5 0 0 1 12 4ZM6.5 11.5a5.5 5.5 0 0 0 11 0M12 17v3m-3 0h6" />
    </svg>
  )
}

/** A line that stays open. */
export function LineIcon(): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M6 5h3l1.5 4-2 1.5a10 10 0 0 0 5 5l1.5-2 4 1.5v3a1.5 1.5 0 0 1-1.6 1.5A14.5 14.5 0 0 1 4.5 6.6 1.5 1.5 0 0 1 6 5Z" />
    </svg>
  )
}
