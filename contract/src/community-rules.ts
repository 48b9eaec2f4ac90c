/** What may be written in the fields of the community pages: specification section 5, readings 37 and 54. */
import { z } from 'zod'

import { nameOfAtMost } from './names.ts'

type Word =
  | 'phoneForm'
  | 'mobileForm'
  | 'idCardForm'
  | 'passportForm'
  | 'plateForm'
  | 'coordinatesForm'
  | 'coordinatesSwapped'

const because = (word: Word) => ({ message: `not of the form that ${word} names`, params: { word } })

const CHINESE_MOBILE = /^1[3-9]\d{9}$/
/** E.164: a plus, the country and up to 15 digits in all. */
const INTERNATIONAL = /^\+[1-9]\d{6,14}$/
/** Area code and number, as 010-12345678 or 0571 1234567, perhaps with an extension. */
const LANDLINE = /^(?:0\d{2,3}[- ]?)?\d{7,8}(?:-\d{1,6})?$/

export function isMobile(text: string): boolean {
  return CHINESE_MOBILE.test(text) || INTERNATIONAL.test(text)
}

export function isPhone(text: string): boolean {
  return isMobile(text) || LANDLINE.test(text)
}

const ID_CARD = /^\d{6}(\d{4})(\d{2})(\d{2})\d{3}[\dX]$/
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECKS = '10X98765432'

/** A Chinese resident identity card number with a true date and checksum (GB 11643). */
export function isIdCard(text: string): boolean {
  const [, year, month, day] = ID_CARD.exec(text) ?? []
  if (!year) return false
  const born = new Date(`${year}-${month}-${day}T00:00:00Z`)
  if (Number.isNaN(born.getTime()) || born.getUTCDate() !== Number(day)) return false
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(text[at]), 0)
  return text[17] === CHECKS[sum % 11]
}

const PASSPORT = /^[A-Z0-9]{5,17}$/
const PROVINCES = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼'
/** GA 36: province, office, five signs, the last of which may be one of a special use; six of new-energy cars. */
const CHINESE_PLATE = new RegExp(
  `^[${PROVINCES}][A-HJ-NP-Z](?:[A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳]|[A-HJ-NP-Z0-9]{6})$`,
)
const OTHER_PLATE = /^[A-Z0-9]{4,10}$/

export function isPlate(text: string): boolean {
  return CHINESE_PLATE.test(text) || OTHER_PLATE.test(text)
}

/** `116.331398,39.897445`; undefined for what is no place on earth. */
export function coordinatesOf(text: string): { lng: number; lat: number } | undefined {
  const match = /^\s*(-?\d{1,3}(?:\.\d{1,12})?)\s*,\s*(-?\d{1,2}(?:\.\d{1,12})?)\s*$/.exec(text)
  if (!match) return undefined
  const [lng, lat] = [Number(match[1]), Number(match[2])]
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? { lng, lat } : undefined
}

const upper = (text: string): string => text.toUpperCase()

/** May be left empty. */
export const Phone = z
  .string()
  .trim()
  .max(24)
  .refine((text) => text === '' || isPhone(text), because('phoneForm'))
export const RequiredPhone = nameOfAtMost(24).refine(isPhone, because('phoneForm'))
/** The phone of a vehicle's owner has to be a mobile. */
export const RequiredMobile = nameOfAtMost(24).refine(isMobile, because('mobileForm'))
export const IdCard = nameOfAtMost(18).overwrite(upper).refine(isIdCard, because('idCardForm'))
export const Plate = nameOfAtMost(10)
  .overwrite((text) => upper(text).replaceAll(/[\s·-]/g, ''))
  .refine(isPlate, because('plateForm'))
export const Coordinates = nameOfAtMost(40).superRefine((text, context) => {
  if (coordinatesOf(text)) return
  const swapped = coordinatesOf(text.split(',').toReversed().join(','))
  context.addIssue({ code: 'custom', ...because(swapped ? 'coordinatesSwapped' : 'coordinatesForm') })
})

export const DOCUMENT_TYPES = ['idCard', 'passport'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** The refusal of a document's number by its type, or nothing. */
export function documentFault(type: DocumentType, number: string): ReturnType<typeof because> | undefined {
  if (type === 'idCard') return isIdCard(number) ? undefined : because('idCardForm')
  return PASSPORT.test(number) ? undefined : because('passportForm')
}

/** The first and the last signs, with stars between. */
export function masked(text: string, first = 3, last = 4): string {
  if (text.length <= first + last) return '*'.repeat(text.length)
  return `${text.slice(0, first)}${'*'.repeat(text.length - first - last)}${text.slice(-last)}`
}
