import './patrol.css'

import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { deviceToText } from '../../../ui/device-tree/device-text.ts'
import { RowCard } from '../../../ui/device-tree/RowCard.tsx'
import type { TreeModel } from '../../../ui/device-tree/tree-model.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { Tree } from '../../../ui/tree/Tree.tsx'
import {
  faultsOf,
  INTERVAL_S,
  type Patrol,
  type PatrolDevice,
  type PatrolFaults,
  wholeNumber,
} from './patrol.ts'
import { choiceOf } from './patrol-choice.ts'
import { Tours } from './Tours.tsx'

interface PatrolDialogProps {
  tree: TreeModel
  /** How many windows the layout has. */
  windows: number
  onBegin: (patrol: Patrol) => void
  onClose: () => void
}

/** Which cameras take turns, how long each stays, and from which window on. */
export function PatrolDialog({ tree, windows, onBegin, onClose }: PatrolDialogProps): ReactNode {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const { nodes, devices, rows } = useMemo(() => choiceOf(tree), [tree])
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const [interval, setInterval] = useState(String(INTERVAL_S.first))
  const [position, setPosition] = useState('1')
  const [isTried, setTried] = useState(false)
  const chosen: PatrolDevice[] = devices.filter((device) => checked.has(deviceToText(device)))
  const faults: PatrolFaults = isTried
    ? faultsOf({ devices: chosen.length, interval, position, windows })
    : {}

  const submit = (event: FormEvent, close: () => void): void => {
    event.preventDefault()
    setTried(true)
    const found = faultsOf({ devices: chosen.length, interval, position, windows })
    const first = (['devices', 'interval', 'position'] as const).find((name) => found[name])
    if (first) {
      const selector = first === 'devices' ? '[role="tree"]' : `[name="${first}"]`
      form.current?.querySelector<HTMLElement>(selector)?.focus()
      return
    }
    const start = (wholeNumber(position) ?? 1) - 1
    onBegin({
      devices: chosen,
      intervalS: wholeNumber(interval) ?? INTERVAL_S.first,
      start,
      windows: windows - start,
      layout: windows,
    })
    close()
  }

  return (
    <Dialog title={t('patrol.start')} onClose={onClose}>
      {(close) => (
        <form ref={form} className="dialog-form" noValidate onSubmit={(event) => submit(event, close)}>
          <Tours
            patrol={
              wholeNumber(interval) !== undefined && wholeNumber(position) !== undefined
                ? {
                    devices: chosen,
                    intervalS: wholeNumber(interval) ?? 0,
                    start: wholeNumber(position) ?? 1,
                  }
                : undefined
            }
            onTake={({ Devices, IntervalS, Start }) => {
              setChecked(
                new Set(Devices.map(({ DID, Channel }) => deviceToText({ did: DID, channel: Channel }))),
              )
              setInterval(String(IntervalS))
              setPosition(String(Start))
            }}
          />
          <div className="patrol-devices">
            <Tree
              label={t('patrol.devices')}
              nodes={nodes}
              emptyText={t('patrol.noDevices')}
              hasSearch
              checked={checked}
              onCheck={setChecked}
              cardOf={(key, beside) => {
                const row = rows.get(key)
                return row !== undefined && <RowCard model={tree} row={row} beside={beside} />
              }}
            />
          </div>
          <p className="field-hint">{t('patrol.chosen', { count: chosen.length, windows })}</p>
          <p className="fault" role="alert">
            {faults.devices && t('patrol.moreDevices')}
          </p>
          <TextField
            label={t('patrol.interval')}
            name="interval"
            inputMode="numeric"
            isRequired
            value={interval}
            onType={setInterval}
            fault={
              faults.interval &&
              (faults.interval === 'intervalRequired'
                ? t('patrol.intervalRequired')
                : t('patrol.intervalRange', { least: INTERVAL_S.least, most: INTERVAL_S.most }))
            }
          />
          <TextField
            label={t('patrol.position')}
            name="position"
            inputMode="numeric"
            isRequired
            value={position}
            onType={setPosition}
            hint={t('patrol.positionHint', { windows })}
            fault={
              faults.position &&
              (faults.position === 'positionRequired'
                ? t('patrol.positionRequired')
                : t('patrol.positionRange', { windows }))
            }
          />
          <FormEnd isBusy={false} submit={t('patrol.begin')} onCancel={close} />
        </form>
      )}
    </Dialog>
  )
}
