import { useQueryClient } from '@tanstack/react-query'
import { sensorList, setSensorLimit } from '@vedette/contract/calls/gateway'
import { type ReactNode, useState } from 'react'

import { type Translate, useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'

export interface LimitedSensor {
  Sensor: string
  Unit: string
  Low: number | null
  High: number | null
}

export function limitsText(t: Translate, low: number | null, high: number | null, unit: string): string {
  const said = (value: number): string => `${t('ui.number', { value })} ${unit}`.trim()
  if (low !== null && high !== null) return t('deviceConf.between', { low: said(low), high: said(high) })
  if (low !== null) return t('deviceConf.atLeast', { low: said(low) })
  return high === null ? '-' : t('deviceConf.atMost', { high: said(high) })
}

/** Outside of which values the sensor raises an alarm. */
export function SensorLimits({
  DID,
  sensor,
  onClose,
}: {
  DID: string
  sensor: LimitedSensor
  onClose: () => void
}): ReactNode {
  const t = useT()
  const queries = useQueryClient()
  const [low, setLow] = useState(sensor.Low?.toString() ?? '')
  const [high, setHigh] = useState(sensor.High?.toString() ?? '')
  const [Low, High] = [numberIn(low), numberIn(high)]
  const isLowWrong = Number.isNaN(Low)
  const isHighWrong = Number.isNaN(High) || (Low !== null && High !== null && Low >= High)
  const save = async (close: () => void): Promise<void> => {
    const isSaved = await succeeds(async () => {
      await send(setSensorLimit, { DID, Sensor: sensor.Sensor, Low, High })
      await queries.invalidateQueries({ queryKey: [sensorList.path] })
    })
    if (isSaved) close()
  }
  return (
    <Dialog title={t('deviceConf.limitsOf', { name: sensor.Sensor })} onClose={onClose}>
      {(close) => (
        <form
          className="dialog-form"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isLowWrong && !isHighWrong) void save(close)
          }}
        >
          <p>{t('deviceConf.limitsText')}</p>
          <TextField
            label={t('deviceConf.low')}
            value={low}
            onType={setLow}
            fault={isLowWrong ? t('deviceConf.limitsWrong') : undefined}
          />
          <TextField
            label={t('deviceConf.high')}
            value={high}
            onType={setHigh}
            fault={isHighWrong ? t('deviceConf.limitsWrong') : undefined}
          />
          <div className="dialog-actions">
            <button type="button" className="button" onClick={close}>
              {t('ui.cancel')}
            </button>
            <button type="submit" className="button button-primary">
              {t('deviceConf.save')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

/** Null for none, NaN for what is no number. */
function numberIn(text: string): number | null {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return null
  return /^-?\d{1,9}(\.\d+)?$/.test(trimmed) ? Number(trimmed) : NaN
}
