import type { ReactNode } from 'react'
import { useState } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { succeeds } from '../../wire/failure.ts'
import { houseText } from './house-text.ts'
import type { PeopleKind } from './people-kind.ts'
import { useValues } from './queries.ts'
import type { Draft, FieldSpec } from './RecordForm.tsx'

interface FactsProps {
  fields: readonly FieldSpec[]
  values: Draft
  house?: readonly string[]
}

/** What stands in a record's form, to be read. */
export function Facts({ fields, values, house = [] }: FactsProps): ReactNode {
  const t = useT()
  const textOf = ({ name, kind, options }: FieldSpec): string => {
    const value = values[name] ?? ''
    if (kind === 'house') return houseText(t, house)
    const list = typeof value === 'string' ? [value] : value
    const named = list.map((it) => options?.find((option) => option.value === it)?.label ?? it)
    return named.join(', ')
  }
  return (
    <dl className="community-facts">
      {fields
        .filter(({ kind }) => kind !== 'photos')
        .map((field) => (
          <div key={field.name}>
            <dt>{field.label}</dt>
            <dd>{textOf(field) || '-'}</dd>
          </div>
        ))}
    </dl>
  )
}

/** All of a resident or a vehicle. Numbers are masked until somebody who may read them asks, which is on record. */
export function PersonFacts<Row>({ kind, row }: { kind: PeopleKind<Row>; row: Row }): ReactNode {
  const t = useT()
  const { options } = useValues()
  const isPersonal = useCan(kind.page, 'personalData')
  const [numbers, setNumbers] = useState<Draft>()
  return (
    <>
      <Facts
        fields={kind.fields(t, options, isPersonal)}
        values={{ ...kind.draftOf(row), ...numbers }}
        house={kind.houseOf(row)}
      />
      {isPersonal && !numbers && (
        <button
          type="button"
          className="button"
          onClick={() => void succeeds(async () => setNumbers(await kind.readNumbers(kind.idOf(row))))}
        >
          {t('community.showNumbers')}
        </button>
      )}
    </>
  )
}
