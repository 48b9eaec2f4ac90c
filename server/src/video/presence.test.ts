import { describe, expect, it } from 'vitest'

import { TestClock } from '../engines/clock.ts'
import { type DevicePresence, Presences } from './presence.ts'

function watching() {
  const clock = new TestClock()
  const presences = new Presences(clock)
  const told: Pick<DevicePresence, 'presence' | 'reason' | 'sinceMs'>[] = []
  presences.onChange((_companyId, devices) => {
    for (const { presence, reason, sinceMs } of devices) told.push({ presence, reason, sinceMs })
  })
  presences.add('C', 'CAMERA-1', null)
  return { clock, presences, told, startMs: clock.now() }
}

describe('a device', () => {
  it('is not checked before there is evidence or 10 s have passed', () => {
    const { clock, presences, told, startMs } = watching()
    expect(presences.of('C', 'CAMERA-1')).toMatchObject({
      presence: 2,
      reason: 'connecting',
      sinceMs: startMs,
    })
    presences.evidence('CAMERA-1', false, 'unreachable')
    clock.advance(9000)
    expect(told).toEqual([])
    clock.advance(1000)
    expect(told).toEqual([{ presence: 2, reason: 'unreachable', sinceMs: startMs }])
  })

  it('is online from the first picture on', () => {
    const { clock, presences, told } = watching()
    clock.advance(500)
    presences.evidence('CAMERA-1', true, 'none')
    presences.evidence('CAMERA-1', true, 'none')
    expect(told).toEqual([{ presence: 1, reason: 'none', sinceMs: clock.now() }])
  })

  it('stays online through a reconnect', () => {
    const { clock, presences, told } = watching()
    presences.evidence('CAMERA-1', true, 'none')
    for (let time = 0; time < 5; time++) {
      presences.evidence('CAMERA-1', false, 'stalled')
      clock.advance(9000)
      presences.evidence('CAMERA-1', true, 'none')
      clock.advance(9000)
    }
    expect(told).toHaveLength(1)
  })

  it('is offline 10 s after the last picture, since then, with the reason that was told last', () => {
    const { clock, presences, told } = watching()
    presences.evidence('CAMERA-1', true, 'none')
    clock.advance(60_000)
    const lostMs = clock.now()
    presences.evidence('CAMERA-1', false, 'stalled')
    clock.advance(4000)
    presences.evidence('CAMERA-1', false, 'connecting')
    clock.advance(6000)
    expect(told.slice(1)).toEqual([{ presence: 2, reason: 'stalled', sinceMs: lostMs }])
    presences.evidence('CAMERA-1', false, 'credentials')
    expect(told.slice(2)).toEqual([{ presence: 2, reason: 'credentials', sinceMs: lostMs }])
  })

  it('that stands still is offline 10 s after its last picture, not after that was noticed', () => {
    const { clock, presences, told } = watching()
    presences.evidence('CAMERA-1', true, 'none')
    const lastMs = clock.now()
    clock.advance(2000)
    presences.evidence('CAMERA-1', false, 'noPicture', lastMs)
    clock.advance(8000)
    expect(told.slice(1)).toEqual([{ presence: 2, reason: 'noPicture', sinceMs: lastMs }])
  })

  it('sleeps when it says so, for as long as it likes, and wakes with its first picture', () => {
    const { clock, presences, told } = watching()
    presences.says('C', 'CAMERA-1', 'sleeping')
    clock.advance(3_600_000)
    expect(told).toEqual([{ presence: 3, reason: 'none', sinceMs: clock.now() - 3_600_000 }])
    presences.evidence('CAMERA-1', false, 'unreachable')
    expect(told).toHaveLength(1)
    presences.evidence('CAMERA-1', true, 'none')
    expect(told.slice(1)).toEqual([{ presence: 1, reason: 'none', sinceMs: clock.now() }])
  })

  it('that says it falls asleep while pictures still come sleeps once they end', () => {
    const { presences, told } = watching()
    presences.evidence('CAMERA-1', true, 'none')
    presences.says('C', 'CAMERA-1', 'sleeping')
    presences.evidence('CAMERA-1', false, 'closedByCamera')
    expect(told.slice(1)).toMatchObject([{ presence: 3, reason: 'none' }])
  })

  it('that said it falls asleep and sent pictures for long after is offline when they end', () => {
    const { clock, presences, told } = watching()
    presences.evidence('CAMERA-1', true, 'none')
    presences.says('C', 'CAMERA-1', 'sleeping')
    clock.advance(31_000)
    presences.evidence('CAMERA-1', false, 'stalled')
    clock.advance(10_000)
    expect(told.slice(1)).toMatchObject([{ presence: 2, reason: 'stalled' }])
  })

  it('that woke and sends nothing is offline after 10 s', () => {
    const { clock, presences, told } = watching()
    presences.says('C', 'CAMERA-1', 'sleeping')
    clock.advance(60_000)
    presences.says('C', 'CAMERA-1', 'awake')
    expect(told.at(-1)).toMatchObject({ presence: 2, reason: 'connecting' })
    clock.advance(10_000)
    expect(told.at(-1)).toMatchObject({ presence: 2, reason: 'unreachable' })
  })

  it('that sends pictures is awake, whatever it says', () => {
    const { presences, told } = watching()
    presences.evidence('CAMERA-1', true, 'none')
    presences.says('C', 'CAMERA-1', 'sleeping')
    expect(told).toHaveLength(1)
  })

  it('upgrades beside its presence, until it says otherwise or a quarter of an hour has passed', () => {
    const { clock, presences } = watching()
    const status = () => presences.of('C', 'CAMERA-1')?.status
    presences.evidence('CAMERA-1', true, 'none')
    presences.says('C', 'CAMERA-1', 'upgrading')
    expect(presences.of('C', 'CAMERA-1')).toMatchObject({ presence: 1, status: 'upgrading' })
    presences.says('C', 'CAMERA-1', 'awake')
    expect(status()).toBe('normal')
    presences.says('C', 'CAMERA-1', 'upgrading')
    clock.advance(15 * 60_000 - 1000)
    expect(status()).toBe('upgrading')
    clock.advance(1000)
    expect(status()).toBe('normal')
  })

  it('that another company speaks for does not hear it', () => {
    const { presences, told } = watching()
    presences.says('D', 'CAMERA-1', 'sleeping')
    expect(told).toEqual([])
  })

  it('of another company is not known', () => {
    const { presences } = watching()
    expect(presences.of('D', 'CAMERA-1')).toBeUndefined()
  })
})
