import { Fragment, type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Separator } from 'react-aria-components/Separator'
import { Text } from 'react-aria-components/Text'

import { IconMore } from '../control-icons.tsx'
import { Layer, useLayerHome } from './Layer.tsx'
import { Speaking } from './Speaking.tsx'

export interface MenuAction {
  key: string
  label: string
  icon?: ReactNode
  /** The key that does the same, as it is written on it. */
  keyCap?: string
  /** Deletes or ends something: red, under a line. */
  isDanger?: boolean
  isDisabled?: boolean
  run: () => void
}

interface Props {
  /** Label of the button and the menu: 'More about Gate 1'. */
  label: string
  actions: readonly MenuAction[]
  /** What the button shows; three dots by themselves. */
  children?: ReactNode
  className?: string
}

/** A button with actions under it. */
export function Menu({ label, actions, children, className = 'icon-button' }: Props): ReactNode {
  const [ref, home] = useLayerHome()
  return (
    <Speaking>
      <MenuTrigger>
        <Button ref={ref} className={className} aria-label={label}>
          {children ?? <IconMore />}
        </Button>
        <Layer home={home} placement="bottom end">
          <Actions label={label} actions={actions} />
        </Layer>
      </MenuTrigger>
    </Speaking>
  )
}

function Actions({ label, actions }: { label: string; actions: readonly MenuAction[] }): ReactNode {
  return (
    <AriaMenu aria-label={label} className="list-box">
      {actions.map(({ key, label: name, icon, keyCap, isDanger, isDisabled, run }, at) => (
        <Fragment key={key}>
          {isDanger && at > 0 && !actions[at - 1]?.isDanger && <Separator className="list-line" />}
          <MenuItem
            id={key}
            textValue={name}
            className="list-row"
            isDisabled={isDisabled === true}
            onAction={run}
            {...(isDanger ? { 'data-danger': true } : {})}
          >
            {icon}
            <Text slot="label" className="list-name">
              {name}
            </Text>
            {keyCap && <kbd className="key-cap">{keyCap}</kbd>}
          </MenuItem>
        </Fragment>
      ))}
    </AriaMenu>
  )
}

/** Where a context menu was asked for, in the window. */
export interface MenuPoint {
  x: number
  y: number
}

/** Where a menu opens after a right press, or beside the focused element after the menu key. */
export function pointOf(event: MouseEvent | KeyboardEvent): MenuPoint {
  if ('clientX' in event && (event.clientX > 0 || event.clientY > 0))
    return { x: event.clientX, y: event.clientY }
  const { left, bottom } = event.currentTarget.getBoundingClientRect()
  return { x: left, y: bottom }
}

interface ContextMenuProps {
  label: string
  actions: readonly MenuAction[]
  /** Nowhere: closed. */
  at: MenuPoint | undefined
  onClose: () => void
}

/** The same actions where the pointer is; the caller keeps `at` and sets it on `onContextMenu`. */
export function ContextMenu({ label, actions, at, onClose }: ContextMenuProps): ReactNode {
  const point = useRef<HTMLSpanElement>(null)
  const [home, setHome] = useState<Element>()
  return (
    <Speaking>
      <span
        ref={(element) => {
          point.current = element
          setHome(element?.closest('dialog, [popover]') ?? undefined)
        }}
        className="context-point"
        style={{ left: at?.x, top: at?.y }}
      />
      <Layer
        home={home}
        triggerRef={point}
        placement="bottom start"
        offset={0}
        isOpen={at !== undefined}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose()
        }}
      >
        <AriaMenuOf label={label} actions={actions} onClose={onClose} />
      </Layer>
    </Speaking>
  )
}

function AriaMenuOf({
  label,
  actions,
  onClose,
}: { onClose: () => void } & Omit<Props, 'children'>): ReactNode {
  const closing = actions.map((action) => ({
    ...action,
    run: () => {
      onClose()
      action.run()
    },
  }))
  return <Actions label={label} actions={closing} />
}
