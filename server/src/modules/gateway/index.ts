import {
  addGateway,
  DEVICE_EVENT_KINDS,
  deviceEventList,
  genBindCode,
  joinGroup,
  renewGatewaySecret,
  sensorList,
} from '@vedette/contract/calls/gateway'
import { z } from 'zod'

import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import type { Tries } from '../../engines/tries.ts'
import { addGatewayDevice, type GatewayNeeds, renewSecret } from './gateway.ts'
import { joinKnown } from './join.ts'
import { knownDevices } from './known.ts'
import { gatewayStore } from './store.ts'

export { type Gateways, startGateways } from './gateways.ts'
export { type KnownDevices, knownDevices } from './known.ts'

const Value = z.union([z.number(), z.boolean(), z.string()])
const BIND_CODES = { limit: 1000, windowMs: 24 * 3_600_000 }
const Kind = z.enum(DEVICE_EVENT_KINDS)

type ModuleNeeds = Omit<GatewayNeeds, 'store' | 'known'> & { storage: Storage; tries: Tries }

export function gatewayModule({ storage, tries, ...rest }: ModuleNeeds): Route[] {
  const store = gatewayStore(storage)
  const known = knownDevices({ storage, ...rest })
  const needs = { ...rest, store, known, tries }
  return [
    serve(addGateway, ({ DID, License, GID, DevName, DevType }, { companyId }) =>
      addGatewayDevice(
        companyId,
        { did: DID, license: License, regionId: GID, name: DevName, devType: DevType },
        needs,
      ),
    ),

    serve(genBindCode, async (_body, { companyId }) => {
      await tries.take(['genBindCode', companyId], BIND_CODES)
      const { code, expiresAt } = await known.newBindCode(companyId)
      return { BindCode: code, ExpiresAt: expiresAt, Port: rest.gateways.port }
    }),

    serve(joinGroup, async (body, { companyId }) => ({
      DID: await joinKnown(
        companyId,
        {
          did: body.DID,
          license: body.License,
          bindCode: body.BindCode,
          regionId: body.GID,
          name: body.DevName,
          devType: body.DevType,
        },
        needs,
      ),
    })),

    serve(renewGatewaySecret, ({ DID }, { companyId }) => renewSecret(companyId, DID, needs)),

    serve(sensorList, async ({ DID }, { companyId }) => {
      const List = (await store.sensors(companyId, DID)).map(({ sensor, kind, value, unit, at }) => ({
        Sensor: sensor,
        Kind: kind,
        Value: Value.parse(JSON.parse(value)),
        Unit: unit,
        Time: at,
      }))
      return { Total: List.length, List }
    }),

    serve(deviceEventList, async ({ DID, Kind: kind, Page, PageSize }, { companyId }) => {
      const page = { kind, offset: (Page - 1) * PageSize, limit: PageSize }
      const { total, rows } = await store.events(companyId, DID, page)
      const List = rows.map((row) => ({
        ID: row.id,
        Kind: Kind.parse(row.kind),
        Time: row.at,
        Name: row.name,
        Value: Value.parse(JSON.parse(row.value)),
        Unit: row.unit,
      }))
      return { Total: total, List }
    }),
  ]
}
