import type { UseQueryResult } from '@tanstack/react-query'
import type { BodyOf } from '@vedette/contract/call'
import type { residentList } from '@vedette/contract/calls/community-people'
import type { ReactNode } from 'react'
import type { z } from 'zod'

import type { Translate } from '../../i18n/language.ts'
import type { PlainTextKey } from '../../i18n/translate.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import type { Sought } from './ExportSheet.tsx'
import type { useValues } from './queries.ts'
import type { DrawingName } from '../../ui/drawings.tsx'
import type { Draft, FieldSpec } from './RecordForm.tsx'

export type Options = ReturnType<typeof useValues>['options']

/** What is different between the page of residents and that of vehicles. */
export interface PeopleKind<Row> {
  page: 'resident' | 'vehicle'
  texts: Readonly<Record<'label' | 'search' | 'add' | 'edit' | 'none' | 'noneText', PlainTextKey>>
  /** Stands where there is nobody yet. */
  drawing: DrawingName
  useList: (query: BodyOf<typeof residentList>) => UseQueryResult<{ Total: number; List: Row[] }>
  fetchAll: (query: BodyOf<typeof residentList>) => Promise<Row[]>
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  houseOf: (row: Row) => readonly string[]
  columns: (t: Translate, text: (id: string) => string) => Column<Row>[]
  fields: (t: Translate, options: Options, isPersonal: boolean) => FieldSpec[]
  /** The fields that are masked but for those with `personalData`. */
  numbers: readonly string[]
  readNumbers: (id: string) => Promise<Draft>
  /** The values of a form: for a new record, or for a row without its numbers. */
  draftOf: (row: Row | undefined) => Draft
  add: { schema: z.ZodType; send: (body: unknown) => Promise<unknown> }
  update: { idName: string; schema: z.ZodType; send: (body: unknown) => Promise<unknown> }
  remove: (ids: string[]) => Promise<unknown>
  /** What else may be done at the head of the page. */
  Head: (props: Sought) => ReactNode
  /** All of a row. */
  View: (props: { row: Row; facts: ReactNode; onClose: () => void }) => ReactNode
}
