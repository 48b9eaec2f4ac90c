import {
  acceptTransfer,
  cancelTransfer,
  offerDevices,
  previewTransfer,
  transferList,
  transferredHistory,
} from '@vedette/contract/calls/transfer'
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'

import type { Principal } from '../../authority/principal.ts'
import { type Route, serve } from '../../http/route.ts'
import { eventReader } from '../gateway/index.ts'
import { upgradeReader } from '../upgrade/index.ts'
import { bundleStore } from './bundle-store.ts'
import { transferStore } from './store.ts'
import { accept, isSeenBy, offer, offerBehind, type TransferNeeds } from './transfer.ts'

/** As many upgrades are kept of a device. */
const UPGRADES_SHOWN = 50

export function transferModule(rest: Omit<TransferNeeds, 'store' | 'bundle'>): Route[] {
  const { storage, clock } = rest
  const store = transferStore(storage)
  const needs = { ...rest, store, bundle: bundleStore(storage) }
  const eventsOf = eventReader(storage)
  const upgradesOf = upgradeReader(storage)
  const seen = async ({ companyId, regions }: Principal, id?: string) =>
    (await store.list(companyId, id)).filter((row) => isSeenBy(companyId, regions, row))
  return [
    serve(offerDevices, ({ DIDs, CompanyID }, session) =>
      offer(session, { dids: [...new Set(DIDs)], to: CompanyID }, needs),
    ),

    serve(previewTransfer, async (taken, { companyId }) => {
      const found = await offerBehind(companyId, taken, needs)
      const rows = await store.devices(
        found.companyId,
        found.devices.map(({ did }) => did),
      )
      const List = rows.map((row) => ({
        DID: row.did,
        DevName: row.name,
        DevType: row.dev_type,
        Model: row.model,
        License: row.license,
      }))
      const CompanyName = await store.companyName(found.companyId)
      return { Total: List.length, List, CompanyName, ExpiresAt: found.expiresAt }
    }),

    serve(acceptTransfer, async ({ GID, ...taken }, { companyId }) => ({
      Moved: await accept(companyId, taken, GID, needs),
    })),

    serve(cancelTransfer, async ({ Offer }, session) => {
      const [row] = await seen(session, Offer)
      if (!row || !(await store.cancel(session.companyId, Offer, clock.now())))
        throw fault('badInput', 'Offer', 'transferCode')
      return {}
    }),

    serve(transferList, async (_body, session) => {
      const nowMs = clock.now()
      const List = (await seen(session)).map((row) => {
        const isOut = row.company_id === session.companyId
        const isOver = row.state === 'offered' && row.expires_at <= nowMs
        return {
          Offer: row.id,
          Direction: isOut ? ('out' as const) : ('in' as const),
          State: isOver ? ('expired' as const) : row.state,
          CompanyName: (isOut ? row.taker : row.giver) ?? '',
          Devices: row.devices.map(({ did, name }) => ({ DID: did, DevName: name })),
          CreatedAt: row.created_at,
          ExpiresAt: row.expires_at,
          EndedAt: row.ended_at,
        }
      })
      return { Total: List.length, List }
    }),

    serve(transferredHistory, async ({ Offer, Device, ...page }, session) => {
      const { companyId } = session
      const [row] = await seen(session, Offer)
      const isOurs = row?.company_id === companyId && row.state === 'accepted'
      if (!isOurs || !row.devices.some(({ did }) => did === Device)) throw new Refusal('noDataAuthority')
      const [events, upgrades] = await Promise.all([
        eventsOf(companyId, Device, page),
        upgradesOf(companyId, 'all', { DID: Device, Page: 1, PageSize: UPGRADES_SHOWN }),
      ])
      return { ...events, Upgrades: upgrades.List }
    }),
  ]
}
