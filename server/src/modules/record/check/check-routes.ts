import {
  acceptRecordView,
  type CheckFault,
  recordChecks,
  recordCheckWeek,
} from '@vedette/contract/calls/record-check'

import { includesRegion } from '../../../authority/principal.ts'
import { type Route, serve } from '../../../http/route.ts'
import type { PolicyStore } from '../policy-store.ts'
import { checkRange } from '../replay-parts.ts'
import type { CheckedHour, CheckStore } from './check-store.ts'
import { CHECK_LIMITS } from './limits.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7
/** A reading of the database. */
const AT_ONCE = 500

interface Needs {
  checks: CheckStore
  policies: PolicyStore
  canLook: () => boolean
  now: () => number
}

export function checkRoutes({ checks, policies, canLook, now }: Needs): Route[] {
  return [
    serve(recordChecks, async ({ DIDs, From, To }, { companyId }) => {
      checkRange(From, To)
      const hours = await checks.hours(companyId, DIDs, { fromMs: From, toMs: To })
      return {
        CanLook: canLook(),
        List: [...byCamera(hours)].map(([, own]) => ({
          DID: own[0]?.did ?? '',
          Channel: own[0]?.channel ?? 0,
          Hours: own.map((hour) => ({
            At: hour.hourMs,
            Percent: percentOf([hour]),
            IsLooked: hour.looks > 0,
            Faults: hour.faults,
          })),
        })),
      }
    }),

    serve(recordCheckWeek, async (_body, { companyId, regions }) => {
      const To = Math.floor(now() / DAY_MS) * DAY_MS
      const From = To - WEEK_DAYS * DAY_MS
      const seen = (await policies.devices(companyId)).filter(({ regionId }) =>
        includesRegion(regions, regionId),
      )
      const names = new Map(seen.map(({ did, name }) => [did, name]))
      const hours: CheckedHour[] = []
      for (let i = 0; i < seen.length; i += AT_ONCE) {
        const dids = seen.slice(i, i + AT_ONCE).map(({ did }) => did)
        hours.push(...(await checks.hours(companyId, dids, { fromMs: From, toMs: To })))
      }
      const cameras = byCamera(hours)
      const Wrong = [...cameras.values()]
        .map((own) => ({
          DID: own[0]?.did ?? '',
          Channel: own[0]?.channel ?? 0,
          Name: names.get(own[0]?.did ?? '') ?? '',
          Percent: percentOf(own),
          Hours: hoursOf(own),
        }))
        .filter((it) => Object.keys(it.Hours).length > 0)
        .toSorted((a, b) => total(b.Hours) - total(a.Hours))
      return { From, To, Cameras: cameras.size, Percent: percentOf(hours), Wrong }
    }),

    serve(acceptRecordView, async ({ DID, Channel }, { companyId }) => {
      await checks.forgetReferences(companyId, { did: DID, channel: Channel })
      return {}
    }),
  ]
}

const byCamera = (hours: readonly CheckedHour[]): Map<string, CheckedHour[]> =>
  Map.groupBy(hours, ({ did, channel }) => `${did}~${channel}`)

/** Rounded down, so that 100 is all of it; what a slice may lack without being wrong counts as there. */
function percentOf(hours: readonly CheckedHour[]): number | null {
  const expected = hours.reduce((sum, { expectedMs }) => sum + expectedMs, 0)
  if (expected === 0) return null
  const recorded = hours.reduce(
    (sum, it) => sum + Math.min(it.recordedMs + CHECK_LIMITS.toleratedMs, it.expectedMs),
    0,
  )
  return Math.floor((recorded * 100) / expected)
}

function hoursOf(hours: readonly CheckedHour[]): Partial<Record<CheckFault, number>> {
  const counts: Partial<Record<CheckFault, number>> = {}
  for (const { faults } of hours) for (const it of faults) counts[it] = (counts[it] ?? 0) + 1
  return counts
}

const total = (counts: Partial<Record<CheckFault, number>>): number =>
  Object.values(counts).reduce((sum, it) => sum + it, 0)
