import { expect, test } from 'vitest'

import { isSuccess, readAnswer, RequestEnvelope, requestIds } from './envelope.ts'

test('a request has a SEQID of 1 to 20 characters or a number, and a BODY that may be left out', () => {
  for (const SEQID of ['7', 7]) expect(RequestEnvelope.parse({ SEQID })).toEqual({ SEQID, BODY: {} })
  for (const SEQID of ['1', '1'.repeat(20)])
    expect(RequestEnvelope.parse({ SEQID, BODY: { a: 1 } })).toEqual({ SEQID, BODY: { a: 1 } })
  for (const SEQID of ['', '1'.repeat(21), true, null, undefined])
    expect(RequestEnvelope.safeParse({ SEQID, BODY: {} }).success).toBe(false)
})

test('an answer is its code and its BODY, the first spelling of three', () => {
  expect(readAnswer({ CODE: '200', BODY: { a: 1 } })).toEqual({ CODE: '200', BODY: { a: 1 } })
  expect(readAnswer({ Code: 5059 })).toEqual({ CODE: '5059', BODY: undefined })
  expect(readAnswer({ code: '4004', Code: '2', CODE: '1' })?.CODE).toBe('1')
  expect(readAnswer({ code: '4004', Code: '2' })?.CODE).toBe('2')
  expect(readAnswer({ code: '4004' })?.CODE).toBe('4004')
  for (const json of [undefined, null, 5, '200', {}, { CODE: null, code: '1' }, { CODE: true }])
    expect(readAnswer(json)).toBeUndefined()
})

test('200 and 0 are success and nothing else is', () => {
  expect(['200', '0', '201', '', '00'].map(isSuccess)).toEqual([true, true, false, false, false])
})

test('request ids are drawn at random from those that are left', () => {
  const first = requestIds(() => 0)
  expect([first(), first(), first()]).toEqual(['1', '100000', '99999'])
  const last = requestIds(() => 0.999_999_9)
  expect([last(), last()]).toEqual(['100000', '99999'])
  const draws = [0.5, 0.5, 0]
  const next = requestIds(() => draws.shift() ?? 0)
  expect([next(), next(), next()]).toEqual(['50001', '50000', '1'])
  expect(Number(requestIds()())).toBeGreaterThan(0)
})

test('request ids start over when all were used, as if none had been', () => {
  const next = requestIds(() => 0)
  const once = Array.from({ length: 100_000 }, next)
  expect(new Set(once).size).toBe(100_000)
  expect(Array.from({ length: 100_000 }, next)).toEqual(once)
})
