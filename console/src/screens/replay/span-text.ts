import type { CompanyTime } from '../../app/company-time.ts'

export const dateTime = (time: CompanyTime, ms: number): string => `${time.day(ms)} ${time.clock(ms)}`

export const spanText = (time: CompanyTime, from: number, to: number): string =>
  `${dateTime(time, from)} – ${time.day(from) === time.day(to) ? time.clock(to) : dateTime(time, to)}`
