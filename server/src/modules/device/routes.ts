import {
  addByAddress,
  deviceFacets,
  deviceList,
  deviceListV2,
  discoverDevices,
  exportDevices,
  getAllDevice,
  probeDevice,
  probePicture,
} from '@vedette/contract/calls/device'
import type { Advice as WireAdvice } from '@vedette/contract/advice'
import type { Advice } from '@vedette/devices/advice'
import type { Access } from '@vedette/devices/driver'

import type { DiscoveredDevice } from '@vedette/devices/discovery/probe-matches'
import { devTypeNumber } from '@vedette/contract/devices'
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'

import type { Semaphore } from '../../http/semaphore.ts'
import { type Route, serve } from '../../http/route.ts'
import type { WriteWorkbook } from '../../engines/spreadsheet/workbook.ts'
import { csvOfWorkbook } from '../../engines/spreadsheet/write-csv.ts'
import { addDevice, type AddNeeds } from './add.ts'
import { deviceWorkbook, MOST_EXPORTED } from './export.ts'
import { listDevices, type ListNeeds } from './list.ts'
import { probeAddress } from './probe.ts'
import { snapshotAt, type SnapshotNeeds } from './snapshot.ts'

export interface DeviceRoutesNeeds extends AddNeeds, ListNeeds, SnapshotNeeds {
  /** The devices that answer on the machine's networks. */
  discover: () => Promise<DiscoveredDevice[]>
  discoverSemaphore: Semaphore
  writeWorkbook: WriteWorkbook
  isTelecom: boolean
  /** The company of the platform's operator. */
  firstCompany: () => Promise<string | undefined>
}

export function deviceRoutes(needs: DeviceRoutesNeeds): Route[] {
  return [
    ...[deviceList, deviceListV2].map((call) =>
      serve(call, (body, { companyId, regions }) => listDevices(companyId, regions, body, needs)),
    ),

    serve(exportDevices, async ({ Format, Language, ...asked }, session, visitor) => {
      const page = { ...asked, Page: 1, PageSize: MOST_EXPORTED }
      const { Total, List } = await listDevices(session.companyId, session.regions, page, needs)
      if (Total > MOST_EXPORTED) throw new Refusal('tooLarge', { Limit: MOST_EXPORTED })
      const workbook = deviceWorkbook(List, Language, needs.isTelecom)
      const file = Format === 'csv' ? csvOfWorkbook(workbook) : await needs.writeWorkbook(workbook)
      visitor.tell({ devices: List.length })
      return { FileName: `devices-${session.companyCode}.${Format}`, File: file.toString('base64') }
    }),

    serve(getAllDevice, async (body, { companyId, regions }) => {
      const asked = { ...body, Sort: 'DevName' as const, Descending: false }
      const { Total, List } = await listDevices(companyId, regions, asked, needs)
      return {
        Total,
        List: List.map(({ DID, DevName, Alias, GID, GroupName, DevType }) => ({
          DID,
          DevName,
          Alias,
          GID,
          GroupName,
          DevType,
        })),
      }
    }),

    serve(deviceFacets, async (_body, { companyId, regions }) => {
      const { models, firmwares } = await needs.list.facets(companyId, regions)
      return { Models: models, Firmwares: firmwares }
    }),

    serve(probeDevice, async (body, { companyId, regions }, visitor) => {
      visitor.tell({ address: addressTold(body.Url) })
      const device = await probeAddress(body.Url, accessOf(body), needs)
      const { facts } = device
      const known = await needs.store.byIdentity(companyId, regions, facts.identity)
      return {
        Protocol: device.protocol,
        DevType: devTypeNumber(device.kind),
        Vendor: facts.vendor,
        Model: facts.model,
        Firmware: facts.firmware,
        Serial: facts.serial,
        Name: facts.name,
        Server: device.server,
        HasPTZ: device.hasPtz,
        Channels: device.channels.map(({ channel, name, streams }) => ({
          Channel: channel,
          Name: name,
          Streams: streams.map((stream) => ({
            Quality: stream.quality,
            Codec: stream.codec,
            Width: Math.round(stream.width),
            Height: Math.round(stream.height),
            FrameRate: stream.frameRate,
            BitrateKbps: stream.bitrateKbps,
          })),
        })),
        Streams: device.streams.map((stream) => ({
          Kind: stream.kind,
          Codec: stream.codec,
          IsPlayable: stream.isPlayable,
        })),
        Advice: device.advice.map(onTheWire),
        ...(known === undefined ? {} : { KnownDID: known }),
      }
    }),

    serve(probePicture, (body, _session, visitor) => {
      visitor.tell({ address: addressTold(body.Url) })
      return snapshotAt(body.Url, accessOf(body), needs)
    }),

    serve(discoverDevices, async (_body, { companyId, regions }) => {
      const { store, discover, discoverSemaphore, firstCompany } = needs
      if ((await firstCompany()) !== companyId) throw fault('unavailable', '', 'notFirstCompany')
      const found = await discoverSemaphore.take(discover)
      const List = await Promise.all(
        found.map(async ({ endpoint, url, name, hardware, kind }) => {
          const known = await store.byEndpoint(companyId, regions, endpoint)
          const DevType = devTypeNumber(kind)
          const about = { Url: url, Name: name, Model: hardware, DevType, Endpoint: endpoint }
          return known === undefined ? about : { ...about, KnownDID: known }
        }),
      )
      return { Total: List.length, List }
    }),

    serve(addByAddress, async (body, { companyId, regions }, visitor) => {
      visitor.tell({ name: body.DevName })
      const { did, isKnown } = await addDevice(
        companyId,
        regions,
        {
          regionId: body.GID,
          name: body.DevName,
          devType: body.DevType,
          license: body.License,
          url: body.Url,
          subUrl: body.SubUrl,
          channel: body.Channel,
          access: accessOf(body),
        },
        needs,
      )
      return { DID: did, ...(isKnown ? { IsKnown: true } : {}) }
    }),
  ]
}

interface TypedAccess {
  Username: string
  Password: string
  Transport: Access['transport']
  Tls: Access['tls']
}

export function accessOf({ Username, Password, Transport, Tls }: TypedAccess): Access {
  return { username: Username, password: Password, transport: Transport, tls: Tls }
}

/** Where somebody sent the platform: the path may name what nobody else is to know. */
function addressTold(typed: string): string {
  const { protocol = '', host = '' } = URL.parse(typed) ?? {}
  return `${protocol}//${host}`.slice(0, 120)
}

function onTheWire(advice: Advice): WireAdvice {
  return { Word: advice.word, Values: 'values' in advice ? { ...advice.values } : {} }
}
