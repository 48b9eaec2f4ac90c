/** Residents and vehicles as spreadsheets. */
import { VEHICLE_COLUMNS } from '@vedette/contract/calls/community-import'
import { masked } from '@vedette/contract/community-rules'
import { Refusal } from '@vedette/contract/codes'

import type { Workbook } from '../../engines/spreadsheet/workbook.ts'
import { tagsOf } from './people.ts'
import type { Owners } from './people-store.ts'
import type { PeopleNeeds } from './people-work.ts'

export type Language = 'en' | 'zh-cn'
type Words = Readonly<Record<'en' | 'zh', string>>

const MOST_EXPORTED = 50_000
const WIDTH = 20
const NOWHERE = ['', '', '', '', '']

const RESIDENT_COLUMNS: readonly Words[] = [
  { en: 'Name', zh: '姓名' },
  { en: 'Sex', zh: '性别' },
  { en: 'Phone', zh: '手机号' },
  { en: 'Residence type', zh: '居住类型' },
  { en: 'Relation to household head', zh: '与户主关系' },
  { en: 'Document type', zh: '证件类型' },
  { en: 'Document number', zh: '证件号码' },
  { en: 'Education', zh: '学历' },
  { en: 'Marital status', zh: '婚姻状况' },
  { en: 'Tags', zh: '标签' },
  { en: 'Residential area', zh: '小区' },
  { en: 'Building', zh: '楼栋' },
  { en: 'Unit', zh: '单元' },
  { en: 'Floor', zh: '楼层' },
  { en: 'House', zh: '房屋' },
]
const SEXES = { male: { en: 'Male', zh: '男' }, female: { en: 'Female', zh: '女' } }
const RESIDENCES = {
  owner: { en: 'Owner', zh: '业主' },
  tenant: { en: 'Tenant', zh: '租户' },
  other: { en: 'Other', zh: '其他' },
}
const DOCUMENTS = { idCard: { en: 'ID card', zh: '身份证' }, passport: { en: 'Passport', zh: '护照' } }

interface Exported {
  language: Language
  keyword?: string | undefined
  areaId?: string | undefined
  /** Whether phones and document numbers are shown in full. */
  isPersonal: boolean
}

export function columnsIn(columns: readonly Words[], language: Language): Workbook['columns'] {
  return columns.map((words) => ({ head: wordIn(words, language), width: WIDTH }))
}

function wordIn({ en, zh }: Words, language: Language): string {
  return language === 'en' ? en : zh
}

export async function residentBook(
  companyId: string,
  asked: Exported,
  needs: PeopleNeeds,
): Promise<Workbook> {
  const { rows, placeOf, nameOf, shown } = await read(needs.people.residents, companyId, asked, needs)
  const said = (words: Words): string => wordIn(words, asked.language)
  return {
    sheet: said({ en: 'Residents', zh: '住户' }),
    columns: columnsIn(RESIDENT_COLUMNS, asked.language),
    rows: rows.map((row) => [
      row.name,
      said(SEXES[row.sex]),
      shown(row.phone),
      said(RESIDENCES[row.residence_type]),
      nameOf(row.relation),
      said(DOCUMENTS[row.document_type]),
      shown(row.document_number),
      nameOf(row.education),
      nameOf(row.marital_status),
      tagsOf(row)
        .map(nameOf)
        .join(said({ en: ', ', zh: '、' })),
      ...placeOf(row),
    ]),
  }
}

export async function vehicleBook(companyId: string, asked: Exported, needs: PeopleNeeds): Promise<Workbook> {
  const { rows, placeOf, nameOf, shown } = await read(needs.people.vehicles, companyId, asked, needs)
  return {
    sheet: wordIn({ en: 'Vehicles', zh: '车辆' }, asked.language),
    columns: columnsIn(Object.values(VEHICLE_COLUMNS), asked.language),
    rows: rows.map((row) => [
      row.plate,
      nameOf(row.colour),
      nameOf(row.type),
      row.owner_name,
      shown(row.phone),
      shown(row.id_number),
      ...placeOf(row),
    ]),
  }
}

/** The rows that are sought, and what their cells are written with. */
async function read<Row extends { company_id: string; id: string; house_id: string }>(
  owners: Owners<Row>,
  companyId: string,
  { language, isPersonal, ...filter }: Exported,
  { areas, values }: PeopleNeeds,
) {
  const rows = await owners.page(companyId, filter, 0, MOST_EXPORTED + 1)
  if (rows.length > MOST_EXPORTED) throw new Refusal('tooLarge', { Limit: MOST_EXPORTED })
  const paths = await areas.paths(
    companyId,
    rows.map(({ house_id }) => house_id),
  )
  const names = new Map(
    (await values.all(companyId)).map(({ id, name_en, name_zh }) => [
      id,
      wordIn({ en: name_en, zh: name_zh }, language),
    ]),
  )
  return {
    rows,
    /** Area, building, unit, floor and house. */
    placeOf: ({ house_id }: Row): string[] => paths.get(house_id)?.names ?? NOWHERE,
    nameOf: (id: string): string => names.get(id) ?? '',
    shown: (text: string): string => (isPersonal ? text : masked(text)),
  }
}
