import {
  addGateway,
  deviceEventList,
  genBindCode,
  joinGroup,
  renewGatewaySecret,
  sensorList,
  setSensorLimit,
} from '@vedette/contract/calls/gateway'

import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import type { Throttle } from '../../engines/throttle.ts'
import { eventReader, SensorValue } from './events.ts'
import { addGatewayDevice, type GatewayNeeds, renewSecret } from './gateway.ts'
import { joinKnown } from './join.ts'
import { knownDevices } from './known.ts'
import { gatewayStore } from './store.ts'

export { eventReader } from './events.ts'
export type { SensorLimit } from './store.ts'

/** The limits of a device's sensors. */
export function sensorLimits(storage: Storage) {
  const store = gatewayStore(storage)
  return (companyId: string, did: string) => store.limits(companyId, did)
}

export { type Gateways, startGateways } from './gateways.ts'
export { type KnownDevices, knownDevices } from './known.ts'

const BIND_CODES = { limit: 1000, windowMs: 24 * 3_600_000 }

type ModuleNeeds = Omit<GatewayNeeds, 'store' | 'known'> & { storage: Storage; throttle: Throttle }

export function gatewayModule({ storage, throttle, ...rest }: ModuleNeeds): Route[] {
  const store = gatewayStore(storage)
  const known = knownDevices({ storage, ...rest })
  const needs = { ...rest, store, known, throttle }
  const eventsOf = eventReader(storage)
  return [
    serve(addGateway, ({ DID, License, Ctei, GID, DevName, DevType }, { companyId }) =>
      addGatewayDevice(
        companyId,
        { did: DID, license: License, ctei: Ctei, regionId: GID, name: DevName, devType: DevType },
        needs,
      ),
    ),

    serve(genBindCode, async (_body, { companyId }) => {
      await throttle.take(['genBindCode', companyId], BIND_CODES)
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
          ctei: body.Ctei,
          regionId: body.GID,
          name: body.DevName,
          devType: body.DevType,
        },
        needs,
      ),
    })),

    serve(renewGatewaySecret, ({ DID }, { companyId }) => renewSecret(companyId, DID, needs)),

    serve(sensorList, async ({ DID }, { companyId }) => {
      const [sensors, limits] = await Promise.all([
        store.sensors(companyId, DID),
        store.limits(companyId, DID),
      ])
      const List = sensors.map(({ sensor, kind, value, unit, at }) => {
        const limit = limits.find((it) => it.sensor === sensor)
        return {
          Sensor: sensor,
          Kind: kind,
          Value: SensorValue.parse(JSON.parse(value)),
          Unit: unit,
          Time: at,
          Low: limit?.low ?? null,
          High: limit?.high ?? null,
        }
      })
      return { Total: List.length, List }
    }),

    serve(setSensorLimit, async ({ DID, Sensor, Low, High }, { companyId }) => {
      await store.setLimit(companyId, DID, { sensor: Sensor, low: Low, high: High })
      return {}
    }),

    serve(deviceEventList, ({ DID, ...page }, { companyId }) => eventsOf(companyId, DID, page)),
  ]
}
