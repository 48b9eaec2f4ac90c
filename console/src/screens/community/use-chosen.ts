import { useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { say } from '../../ui/toasts.ts'

/** The chosen rows of a list; those of other pages stay chosen while the pager turns. */
export function useChosen<Row>(rows: readonly Row[], idOf: (row: Row) => string) {
  const t = useT()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  return {
    ids: new Set(chosen.keys()),
    rows: [...chosen.values()],
    choose: (ids: ReadonlySet<string>): void => {
      const known = new Map([...chosen, ...rows.map((row) => [idOf(row), row] as const)])
      setChosen(new Map([...known].filter(([id]) => ids.has(id))))
    },
    chooseAll: (all: readonly Row[]): void => setChosen(new Map(all.map((row) => [idOf(row), row]))),
    clear: (): void => setChosen(new Map()),
    /** Hands on the chosen rows; none are refused with what to do first. */
    take: (act: (rows: readonly Row[]) => void): void => {
      if (chosen.size === 0) say('warning', t('community.chooseSome'))
      else act([...chosen.values()])
    },
  }
}
