import {
  acceptTransfer,
  cancelTransfer,
  offerDevices,
  previewTransfer,
  transferList,
} from '@vedette/contract/calls/transfer'
import { fault } from '@vedette/contract/reasons'

import { type Route, serve } from '../../http/route.ts'
import { transferStore } from './store.ts'
import { accept, offer, offerBehind, type TransferNeeds } from './transfer.ts'

export function transferModule(rest: Omit<TransferNeeds, 'store'>): Route[] {
  const store = transferStore(rest.storage)
  const needs = { ...rest, store }
  const { clock } = rest
  return [
    serve(offerDevices, ({ DIDs }, { companyId }) => offer(companyId, [...new Set(DIDs)], needs)),

    serve(previewTransfer, async ({ Code }, { companyId }) => {
      const found = await offerBehind(companyId, Code, needs)
      const rows = await store.described(
        found.companyId,
        found.devices.map(({ did }) => did),
      )
      const List = rows.map((row) => ({
        DID: row.did,
        DevName: row.name,
        DevType: row.dev_type,
        Model: row.model,
      }))
      const CompanyName = await store.companyName(found.companyId)
      return { Total: List.length, List, CompanyName, ExpiresAt: found.expiresAt }
    }),

    serve(acceptTransfer, async ({ Code, GID }, { companyId }) => ({
      Moved: await accept(companyId, Code, GID, needs),
    })),

    serve(cancelTransfer, async ({ Offer }, { companyId }) => {
      const [ended] = await rest.storage.write([
        store.end(companyId, Offer, { state: 'cancelled', to: null }, clock.now()),
      ])
      if (ended.changes === 0) throw fault('badInput', 'Offer', 'transferCode')
      return {}
    }),

    serve(transferList, async (_body, { companyId }) => {
      const nowMs = clock.now()
      const List = (await store.list(companyId)).map((row) => {
        const isOut = row.company_id === companyId
        const isOver = row.state === 'offered' && row.expires_at <= nowMs
        return {
          Offer: row.id,
          Direction: isOut ? ('out' as const) : ('in' as const),
          State: isOver ? ('expired' as const) : row.state,
          CompanyName: (isOut ? row.taker : row.giver) ?? '',
          Names: row.names,
          CreatedAt: row.created_at,
          ExpiresAt: row.expires_at,
          EndedAt: row.ended_at,
        }
      })
      return { Total: List.length, List }
    }),
  ]
}
