/** The rows of a sheet of vehicles, each checked by the rules of the form. */
import { VEHICLE_COLUMNS, type VehicleColumn } from '@vedette/contract/calls/community-import'
import { VehicleFields } from '@vedette/contract/calls/community-people'
import type { RowFault } from '@vedette/contract/calls/device-import'
import type { ReasonWord } from '@vedette/contract/reasons'

import { cellsOf, columnsOf, normal } from '../../engines/spreadsheet/sheet-table.ts'
import type { Sheet } from '../../engines/spreadsheet/sheet.ts'
import { wordOf } from '../../http/reason-of-issue.ts'

export interface KnownHouse {
  id: string
  areaId: string
  floor: string | null
}

/** What the company has, by its names. */
export interface Known {
  /** Ids of the colours and types, by their normal names. */
  colours: ReadonlyMap<string, string>
  types: ReadonlyMap<string, string>
  /** Keyed by `houseKey`: names are unique within a floor, and those of areas are not. */
  houses: ReadonlyMap<string, readonly KnownHouse[]>
}

interface VehicleOfRow {
  row: number
  plate: string
  colour: string
  type: string
  owner_name: string
  phone: string
  id_number: string
  area_id: string
  house_id: string
}

const KEYS = Object.keys(VEHICLE_COLUMNS).filter(isColumn)
const RULES = {
  plate: VehicleFields.shape.Plate,
  ownerName: VehicleFields.shape.OwnerName,
  phone: VehicleFields.shape.Phone,
  idNumber: VehicleFields.shape.IdNumber,
} as const

function isColumn(key: string): key is VehicleColumn {
  return Object.hasOwn(VEHICLE_COLUMNS, key)
}

export function houseKey(area: string, building: string, unit: string, house: string): string {
  return [area, building, unit, house].map(normal).join('\n')
}

/** Undefined for a sheet whose first row is no head. */
export function vehicleRows(
  sheet: Sheet,
  known: Known,
): { vehicles: VehicleOfRow[]; faults: RowFault[]; total: number } | undefined {
  const [head, ...rest] = sheet.rows
  const columns = head && columnsOf(head, VEHICLE_COLUMNS, KEYS)
  if (!columns?.has('plate')) return undefined
  const vehicles: VehicleOfRow[] = []
  const faults: RowFault[] = []
  const seen = new Map<string, number>()
  for (const row of rest) {
    const before = faults.length
    const blame = (Column: VehicleColumn, Word: ReasonWord, Values: RowFault['Values'] = {}): void =>
      void faults.push({ Row: row.number, Column, Word, Values })
    const { at, must } = cellsOf(row, columns, {}, blame)
    const ruled = (column: keyof typeof RULES): string => {
      const text = must(column)
      const checked = RULES[column].safeParse(text)
      if (checked.success) return checked.data
      const [issue] = checked.error.issues
      // What is missing was said.
      if (text !== '' && issue) {
        const { Word, Values } = wordOf(issue)
        blame(column, Word, Values)
      }
      return ''
    }
    const offered = (column: 'colour' | 'type', names: ReadonlyMap<string, string>): string => {
      const text = must(column)
      const id = names.get(normal(text))
      if (text !== '' && id === undefined) blame(column, 'notOffered')
      return id ?? ''
    }
    const plate = ruled('plate')
    const [colour, type] = [offered('colour', known.colours), offered('type', known.types)]
    const [owner_name, phone, id_number] = [ruled('ownerName'), ruled('phone'), ruled('idNumber')]
    const where = [must('area'), must('building'), must('unit'), must('house')] as const
    const floor = normal(at('floor'))
    const found = (known.houses.get(houseKey(...where)) ?? []).filter(
      (it) => floor === '' || normal(it.floor ?? '') === floor,
    )
    const [house, another] = found
    if (!house && !where.includes('')) blame('house', 'noSuchHouse')
    if (another) blame('house', 'severalHouses')
    const earlier = plate === '' ? undefined : seen.get(plate)
    if (earlier !== undefined) blame('plate', 'plateTwice', { Row: earlier })
    if (plate !== '') seen.set(plate, earlier ?? row.number)
    if (faults.length === before && house)
      vehicles.push({
        row: row.number,
        plate,
        colour,
        type,
        owner_name,
        phone,
        id_number,
        area_id: house.areaId,
        house_id: house.id,
      })
  }
  return { vehicles, faults, total: rest.length }
}
