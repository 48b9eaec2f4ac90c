import type { AccessUnit, SessionEnd } from '../../access-unit.ts'
import { type RtspSession, type RtspTarget, openRtspSession } from '../session.ts'
import type { Surroundings } from '../visit.ts'
import { ManualTimers } from './manual-timers.ts'

/** A session whose events are kept. */
export interface WatchedSession {
  session: RtspSession
  ended: Promise<SessionEnd>
  ends: SessionEnd[]
  heard: string[]
  units: AccessUnit[]
  /** Resolves when so many events but ends have come. */
  heardAtLeast: (count: number) => Promise<void>
}

export function watchSession(
  target: Partial<RtspTarget> & { url: string },
  surroundings: Partial<Surroundings> = {},
): WatchedSession {
  const ends: SessionEnd[] = []
  const heard: string[] = []
  const units: AccessUnit[] = []
  const ended = Promise.withResolvers<SessionEnd>()
  let check = (): void => {}
  const hear = (what: string): void => {
    heard.push(what)
    check()
  }
  const session = openRtspSession(
    { transport: 'tcp', ...target },
    {
      format: (format) => hear(`format ${format.codec}`),
      accessUnit(unit) {
        units.push(unit)
        hear(unit.kind)
      },
      packetsLost: (count) => hear(`lost ${count}`),
      senderReport: (report) => hear(`report ${report.kind}`),
      restart: () => hear('restart'),
      end(end) {
        ends.push(end)
        ended.resolve(end)
      },
    },
    { timers: new ManualTimers(), ...surroundings },
  )
  const heardAtLeast = (count: number): Promise<void> =>
    new Promise((resolve) => {
      check = () => {
        if (heard.length >= count) resolve()
      }
      check()
    })
  return { session, ended: ended.promise, ends, heard, units, heardAtLeast }
}
