import './palette.css'

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { navigate } from 'wouter/use-hash-location'

import { useT } from '../../i18n/language.ts'
import { movedIndex } from '../../ui/device-tree/tree-keys.ts'
import { DeviceIcon } from '../../ui/DeviceIcon.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LIVE_PATH } from '../routes.ts'
import { accountOf, useCan, useSession } from '../session.ts'
import { latelyOf, rememberChosen } from './lately.ts'
import { answering, chosenOf, type DeviceActions, MOST_DEVICES, type Option, standing } from './options.ts'
import { useFoundDevices } from './use-found-devices.ts'
import { actionOptions, usePageOptions } from './use-standing-options.ts'

/** Rows that a page key goes over. */
const PAGE_ROWS = 8

const HEADS = {
  lately: 'palette.lately',
  pages: 'palette.pages',
  actions: 'palette.actions',
  devices: 'palette.devices',
  settings: 'page.deviceConf',
} as const

/** `isOfPage`: nothing that leads to another page is offered. */
export function Palette({ isOfPage, onClose }: { isOfPage: boolean; onClose: () => void }): ReactNode {
  const t = useT()
  return (
    <Dialog title={t('palette.title')} onClose={onClose}>
      {(close) => <Choosing isOfPage={isOfPage} close={close} />}
    </Dialog>
  )
}

/** WAI-ARIA Authoring Practices, "Combobox": the focus stays in the field, which names the option that Enter chooses. */
function Choosing({ isOfPage, close }: { isOfPage: boolean; close: () => void }): ReactNode {
  const t = useT()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const account = useSession(accountOf)
  const [typed, setTyped] = useState('')
  const [activeId, setActiveId] = useState('')
  // The page behind stands still while the dialog is open.
  const [actions, setActions] = useState(() => actionOptions(t, isOfPage))
  // In another language the page names its own anew when all of it is drawn.
  useEffect(() => queueMicrotask(() => setActions(actionOptions(t, isOfPage))), [t, isOfPage])
  const allPages = usePageOptions()
  const pages = isOfPage ? [] : allPages
  const deviceActions = useDeviceActions(isOfPage)
  const mayList = useCan('deviceManger') && !isOfPage
  const text = typed.trim()
  const found = useFoundDevices(text, (deviceActions.watch ?? deviceActions.configure) !== undefined)
  const groups =
    text === ''
      ? standing(pages, actions, latelyOf(account), deviceActions)
      : answering(text, pages, actions, found.devices, deviceActions)
  const options: Option[] = groups.flatMap((group) => group.options)
  const rest = mayList && found.total > MOST_DEVICES
  if (rest) options.push(listed(t('palette.allDevices', { total: found.total }), text))
  const at = Math.max(
    0,
    options.findIndex((option) => option.id === activeId),
  )
  const active = options[at]

  const choose = (option: Option): void => {
    if (option.id !== LISTED) rememberChosen(account, chosenOf(option))
    close()
    option.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // What an input method makes of the keys is its own affair.
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (active) choose(active)
      return
    }
    const to = movedIndex(event.key, { index: at, count: options.length, page: PAGE_ROWS })
    const next = to === undefined ? undefined : options[to]
    if (to === undefined || !next) return
    event.preventDefault()
    setActiveId(next.id)
    const row = list.current?.querySelectorAll('[role="option"]')[to]
    if (to === 0) list.current?.scrollTo(0, 0)
    else row?.scrollIntoView({ block: 'nearest' })
  }
  const rowOf = (option: Option): ReactNode => (
    <div
      key={option.id}
      id={`${id} ${option.id}`.replaceAll(' ', '-')}
      role="option"
      aria-selected={option === active}
      className="palette-option"
      onPointerMove={() => setActiveId(option.id)}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choose(option)}
    >
      {option.device && <DeviceIcon devType={option.device.DevType} presence={option.device.Presence} />}
      <span className="palette-name">{option.label}</span>
      <span className="palette-detail">{option.detail}</span>
    </div>
  )
  const last = options.at(-1)
  return (
    <div className="palette">
      <input
        type="text"
        className="input"
        role="combobox"
        aria-label={t('palette.find')}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? id : undefined}
        aria-activedescendant={active && `${id} ${active.id}`.replaceAll(' ', '-')}
        placeholder={t('palette.find')}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setActiveId('')
          list.current?.scrollTo(0, 0)
        }}
        onKeyDown={onKeyDown}
      />
      {options.length > 0 && (
        <div ref={list} id={id} role="listbox" aria-label={t('palette.title')} className="palette-list">
          {groups.map(({ key, options: inside }) => (
            <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
              <p id={`${id}-${key}`} className="palette-head" role="presentation">
                {t(HEADS[key])}
              </p>
              {inside.map(rowOf)}
            </div>
          ))}
          {rest && last && rowOf(last)}
        </div>
      )}
      <p className="palette-note" role="status">
        {found.state === 'pending' && t('ui.loading')}
        {options.length === 0 && found.state !== 'pending' && t('ui.noHits', { text })}
      </p>
      {found.state === 'failed' && (
        <div className="palette-note" role="alert">
          <span>{t('palette.devicesFailed')}</span>
          <button type="button" className="button" onClick={found.retry}>
            {t('ui.tryAgain')}
          </button>
        </div>
      )}
    </div>
  )
}

const LISTED = 'listed'

/** All that the server found, in the table. */
function listed(label: string, text: string): Option {
  return {
    id: LISTED,
    label,
    detail: '',
    run: () => void (location.hash = `#/deviceManger?${new URLSearchParams({ text })}`),
  }
}

function useDeviceActions(isOfPage: boolean): DeviceActions {
  const t = useT()
  const mayWatch = useCan('realTimeVideo')
  const mayConfigure = useCan('deviceManger', 'deviceConf')
  return {
    watch: mayWatch ? (did) => void playOnWall(did) : undefined,
    configure: mayConfigure && !isOfPage ? (did) => navigate(`/deviceConf/${did}`) : undefined,
    settingsName: t('page.deviceConf'),
  }
}

async function playOnWall(did: string): Promise<void> {
  try {
    const wall = await import('../../screens/live/index.ts')
    wall.playOnWall({ did, channel: 0 })
  } catch {
    // The wall could not be fetched, which its own page says.
    navigate(LIVE_PATH)
  }
}
