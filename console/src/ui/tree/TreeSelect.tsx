import { type ComponentProps, type ReactNode, type ToggleEvent, useId, useMemo, useRef } from 'react'

import { useT } from '../../i18n/language.ts'
import { Field } from '../Field.tsx'
import { putBelow } from '../put-below.ts'
import type { TreeNode } from './tree-checks.ts'
import { Tree } from './Tree.tsx'

interface Props {
  label: string
  nodes: readonly TreeNode[]
  emptyText: string
  value: string | undefined
  onChoose: (key: string) => void
  fault?: string | undefined
  hint?: string
  isRequired?: boolean
  /** The label is for screen readers alone. */
  isBare?: boolean
  startsFolded?: boolean
}

/** A form row whose value is a node of a tree that drops down, such as a region. */
export function TreeSelect(props: Props): ReactNode {
  const { label, nodes, emptyText, value, onChoose, fault, hint, isRequired = false } = props
  const { isBare = false, startsFolded = false } = props
  const t = useT()
  const dropId = useId()
  const drop = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const chosen = useMemo(() => labelOf(nodes, value), [nodes, value])
  const place = ({ newState }: ToggleEvent): void => {
    if (newState === 'open' && button.current && drop.current) putBelow(button.current, drop.current)
  }
  const shown = chosen ?? t('ui.choose')
  const opener = (attributes: ComponentProps<'button'>): ReactNode => (
    <button
      ref={button}
      type="button"
      className="input tree-select"
      popoverTarget={dropId}
      aria-haspopup="tree"
      {...attributes}
    >
      {shown}
    </button>
  )
  return (
    <>
      {isBare ? (
        opener({ 'aria-label': `${label} ${shown}` })
      ) : (
        <Field label={label} fault={fault} hint={hint} isRequired={isRequired}>
          {({ id, 'aria-invalid': isInvalid, 'aria-describedby': describedBy }) =>
            opener({ id, 'aria-invalid': isInvalid, 'aria-describedby': describedBy })
          }
        </Field>
      )}
      <div
        ref={drop}
        id={dropId}
        popover="auto"
        className="popover tree-select-drop"
        onBeforeToggle={place}
        onToggle={({ newState }) => {
          if (newState === 'open') drop.current?.querySelector<HTMLElement>('[role="tree"]')?.focus()
        }}
      >
        <Tree
          label={label}
          nodes={nodes}
          emptyText={emptyText}
          hasSearch
          startsFolded={startsFolded}
          chosen={value}
          onChoose={(key) => {
            onChoose(key)
            drop.current?.hidePopover()
          }}
        />
      </div>
    </>
  )
}

function labelOf(nodes: readonly TreeNode[], key: string | undefined): string | undefined {
  for (const node of nodes) {
    const label = node.key === key ? node.label : labelOf(node.children, key)
    if (label !== undefined) return label
  }
  return undefined
}
