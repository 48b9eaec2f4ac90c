/** A company of very many devices in regions of three levels, put into the tables as an import leaves them. */
import type { Storage } from '../../../server/src/engines/storage/storage.ts'
import type { Query } from '../../../server/src/engines/storage/storage.ts'

const REGIONS_WIDE = 10
const ROWS_PER_UNIT = 1000
const MODELS = 12
const FIRMWARES = 8
/** Most are cameras. */
const DEV_TYPES = [1, 1, 1, 1, 1, 1, 2, 3, 4, 6]
const PLACES = ['North gate', 'South gate', 'Yard', 'Hall', 'Car park', 'Stairs', 'Roof', 'Dock']

export interface Site {
  dids: string[]
  /** One of the first level, with a tenth of the devices, and one of the last. */
  wide: string
  narrow: string
  regions: number
}

export async function fillSite(
  storage: Storage,
  { companyId, rootGid }: { companyId: string; rootGid: string },
  count: number,
): Promise<Site> {
  const regions = await fillRegions(storage, companyId, rootGid)
  const leaves = regions.filter(({ above }) => above.length === 3)
  const dids: string[] = []
  for (let at = 0; at < count; at += ROWS_PER_UNIT) {
    const numbers = Array.from({ length: Math.min(ROWS_PER_UNIT, count - at) }, (_, i) => at + i)
    const devices = numbers.map((n) => deviceRow(companyId, leaves[n % leaves.length]?.id ?? rootGid, n))
    dids.push(...devices.map(({ did }) => did))
    await storage.write([
      storage.db.insertInto('device').values(devices),
      storage.db
        .insertInto('device_stream')
        .values(devices.map(({ did }, i) => streamRow(companyId, did, numbers[i] ?? 0))),
    ])
  }
  return {
    dids,
    wide: regions.find(({ above }) => above.length === 1)?.id ?? '',
    narrow: leaves[0]?.id ?? '',
    regions: regions.length + 1,
  }
}

interface Region {
  id: string
  /** The nearest last. */
  above: readonly string[]
}

async function fillRegions(storage: Storage, companyId: string, rootGid: string): Promise<Region[]> {
  const { db } = storage
  const made: Region[] = []
  let level: Region[] = [{ id: rootGid, above: [] }]
  for (let depth = 1; depth <= 3; depth++) {
    const next: Region[] = []
    for (const parent of level)
      for (let i = 0; i < REGIONS_WIDE; i++)
        next.push({ id: `r${made.length + next.length}`, above: [...parent.above, parent.id] })
    const units: Query[] = next.flatMap(({ id, above }, i) => [
      db.insertInto('region').values({
        company_id: companyId,
        id,
        parent_id: above.at(-1) ?? null,
        name: `Region ${id}`,
        position: i,
      }),
      db.insertInto('region_closure').values(
        [...above, id].map((ancestor, place) => ({
          company_id: companyId,
          ancestor_id: ancestor,
          descendant_id: id,
          depth: above.length - place,
        })),
      ),
    ])
    await storage.write(units)
    made.push(...next)
    level = next
  }
  return made
}

function deviceRow(companyId: string, regionId: string, n: number) {
  const name = `${PLACES[n % PLACES.length] ?? ''} ${spread(n)}`
  const alias = n % 3 === 0 ? `Alias ${n}` : ''
  return {
    did: `CAM-${String(n).padStart(10, '0')}`,
    company_id: companyId,
    region_id: regionId,
    name,
    name_search: name.toLowerCase(),
    alias,
    alias_search: alias.toLowerCase(),
    dev_type: DEV_TYPES[spread(n) % DEV_TYPES.length] ?? 1,
    lng: null,
    lat: null,
    channels: 1,
    driver: 'rtsp',
    created_at: 1_790_000_000_000 + n,
    vendor: 'Acme',
    model: `Eye ${spread(n) % MODELS}`,
    firmware: `1.${spread(n + 7) % FIRMWARES}.0`,
    sdk_version: '',
    license: n % 4 === 0 ? `L-${spread(n)}` : '',
    identity: '',
  }
}

function streamRow(companyId: string, did: string, n: number) {
  // Addresses for documentation (RFC 5737), which nobody dials here.
  const url = `rtsp://192.0.2.${n % 250}:554/${n}`
  return {
    company_id: companyId,
    did,
    channel: 0,
    quality: 'main' as const,
    url,
    transport: 'auto' as const,
    tls: 'any' as const,
  }
}

/** The numbers in another order, the same in every run. */
function spread(n: number): number {
  return (n * 7_919 + 13) % 1_000_003
}
