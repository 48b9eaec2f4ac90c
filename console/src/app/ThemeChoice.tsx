import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import { Choice } from '../ui/Choice.tsx'
import { IconHalf, IconMoon, IconSun } from '../ui/icons.tsx'
import { changeSetting, THEMES, useSetting } from './settings.ts'

const ICONS = { dark: <IconMoon />, light: <IconSun />, auto: <IconHalf /> }

export function ThemeChoice({ isBare = false }: { isBare?: boolean }): ReactNode {
  const t = useT()
  const theme = useSetting((state) => state.theme)
  const options = THEMES.map((value) => ({ value, label: t(`app.${value}`), icon: ICONS[value] }))
  return (
    <Choice
      label={t('app.theme')}
      options={options}
      value={theme}
      onChoose={(chosen) => changeSetting({ theme: chosen })}
      isBare={isBare}
    />
  )
}
