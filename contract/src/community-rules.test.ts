import { describe, expect, it } from 'vitest'

import { coordinatesOf, isIdCard, isMobile, isPhone, isPlate, masked } from './community-rules.ts'

describe('rules of the community pages', () => {
  it.each(['13800138000', '+4915112345678'])('%s is a mobile phone', (text) =>
    expect(isMobile(text)).toBe(true),
  )
  it.each(['12800138000', '1380013800', '010-12345678', '+0123456789'])('%s is none', (text) =>
    expect(isMobile(text)).toBe(false),
  )
  it.each(['010-12345678', '0571 1234567', '12345678', '010-12345678-801'])('%s is a phone', (text) =>
    expect(isPhone(text)).toBe(true),
  )
  it.each(['11010519491231002X', '440524188001010014'])('%s is an ID card number', (text) =>
    expect(isIdCard(text)).toBe(true),
  )
  it.each(['110105194912310021', '11010519490231002X', '11010519491231002', '11010519491331002X'])(
    '%s is none',
    (text) => expect(isIdCard(text)).toBe(false),
  )
  it.each(['京A12345', '粤B12345D', '沪AD12345', '粤Z1234港', 'B1234', 'MABC123'])('%s is a plate', (text) =>
    expect(isPlate(text)).toBe(true),
  )
  it.each(['京I12345', '京A1234', 'A1', '京A-2345', '你好12345'])('%s is none', (text) =>
    expect(isPlate(text)).toBe(false),
  )
  it('takes longitude and latitude in that order alone', () => {
    expect(coordinatesOf('116.331398, 39.897445')).toEqual({ lng: 116.331398, lat: 39.897445 })
    for (const text of ['39.897445,116.331398', '116.331398，39.897445', '116.331398', '200,10', ''])
      expect(coordinatesOf(text)).toBeUndefined()
  })
  it('masks all but the ends', () => {
    expect(masked('11010519491231002X')).toBe('110***********002X')
    expect(masked('13800')).toBe('*****')
  })
})
