import type { MouseEvent, ReactNode } from 'react'

interface Props {
  tool: string
  label: string
  isPressed?: boolean
  /** Only the chosen window's buttons are stops of the Tab key, as windows follow one another by arrow keys. */
  isStop: boolean
  run: () => void
  children: ReactNode
}

/** A button beside a window's name; pressing it is nothing that is done to the window. */
export function CaptionButton({ tool, label, isPressed, isStop, run, children }: Props): ReactNode {
  return (
    <button
      type="button"
      data-tool={tool}
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      tabIndex={isStop ? 0 : -1}
      onClick={(event: MouseEvent) => {
        event.stopPropagation()
        run()
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {children}
    </button>
  )
}
