import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { DropDown } from '../../ui/DropDown.tsx'
import { IconColumns } from '../../ui/page-icons.tsx'
import { COLUMN_HEADS, COLUMN_KEYS, type ColumnKey } from './columns.tsx'

interface Props {
  shown: ReadonlySet<ColumnKey>
  onShow: (key: ColumnKey, isShown: boolean) => void
}

export function ColumnChoice({ shown, onShow }: Props): ReactNode {
  const t = useT()
  return (
    <DropDown label={t('devices.columns')} className="device-columns" icon={<IconColumns />}>
      {() =>
        COLUMN_KEYS.map((key) => (
          <Checkbox
            key={key}
            label={t(COLUMN_HEADS[key])}
            state={shown.has(key) ? 'checked' : 'none'}
            isDisabled={key === 'name'}
            onCheck={(isChecked) => onShow(key, isChecked)}
          />
        ))
      }
    </DropDown>
  )
}
