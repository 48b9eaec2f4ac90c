/** The same site for the console's controls and for antd's: 10,000 devices in 520 regions. */
const SITES = 20
const REGIONS_OF_SITE = 25

export const regions = Array.from({ length: SITES }, (_, site) => ({
  key: `s${site}`,
  title: `Site ${site}`,
  below: Array.from({ length: REGIONS_OF_SITE }, (_unused, region) => ({
    key: `s${site}r${region}`,
    title: `Region ${region}`,
  })),
}))

interface Device {
  key: string
  name: string
  region: string
  type: string
  model: string
  firmware: string
  status: string
}

export const devices = Array.from({ length: 10_000 }, (_, n): Device => ({
  key: `VD-${String(n).padStart(8, '0')}`,
  name: `Camera ${n}`,
  region: `s${n % SITES}r${Math.floor(n / SITES) % REGIONS_OF_SITE}`,
  type: 'Camera',
  model: 'VC-210',
  firmware: '1.0.0',
  status: n % 7 === 0 ? 'No answer' : 'Online',
}))

export const COLUMNS = ['name', 'status', 'key', 'type', 'model', 'firmware', 'region'] as const
/** Rows per page of the table. */
export const PAGE = 100
