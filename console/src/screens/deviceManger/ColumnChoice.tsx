import { type ReactNode, useId, useRef } from 'react'

import { useT } from '../../i18n/language.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { putBelow } from '../../ui/put-below.ts'
import { COLUMN_HEADS, COLUMN_KEYS, type ColumnKey } from './columns.tsx'

interface Props {
  shown: ReadonlySet<ColumnKey>
  onShow: (key: ColumnKey, isShown: boolean) => void
}

export function ColumnChoice({ shown, onShow }: Props): ReactNode {
  const t = useT()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const drop = useRef<HTMLDivElement>(null)
  return (
    <>
      <button ref={button} type="button" className="button" popoverTarget={id}>
        {t('devices.columns')}
      </button>
      <div
        ref={drop}
        id={id}
        popover="auto"
        className="popover device-columns"
        role="group"
        aria-label={t('devices.columns')}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open' && button.current && drop.current) putBelow(button.current, drop.current)
        }}
      >
        {COLUMN_KEYS.map((key) => (
          <Checkbox
            key={key}
            label={t(COLUMN_HEADS[key])}
            state={shown.has(key) ? 'checked' : 'none'}
            isDisabled={key === 'name'}
            onCheck={(isChecked) => onShow(key, isChecked)}
          />
        ))}
      </div>
    </>
  )
}
