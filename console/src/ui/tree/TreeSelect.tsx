import { type ReactNode, type ToggleEvent, useId, useMemo, useRef } from 'react'

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
}

/** A form row whose value is a node of a tree that drops down, such as a region. */
export function TreeSelect(props: Props): ReactNode {
  const { label, nodes, emptyText, value, onChoose, fault, hint, isRequired = false } = props
  const t = useT()
  const dropId = useId()
  const drop = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const chosen = useMemo(() => labelOf(nodes, value), [nodes, value])
  const place = ({ newState }: ToggleEvent): void => {
    if (newState === 'open' && button.current && drop.current) putBelow(button.current, drop.current)
  }
  return (
    <>
      <Field label={label} fault={fault} hint={hint} isRequired={isRequired}>
        {({ id, 'aria-invalid': isInvalid, 'aria-describedby': describedBy }) => (
          <button
            ref={button}
            type="button"
            className="input tree-select"
            popoverTarget={dropId}
            aria-haspopup="tree"
            id={id}
            aria-invalid={isInvalid}
            aria-describedby={describedBy}
          >
            {chosen ?? t('ui.choose')}
          </button>
        )}
      </Field>
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
