/** The console's device tree with 50,000 devices in 500 regions, mounted when the bench says so. */
import '../../console/src/app/theme.css'

import { createRoot } from 'react-dom/client'

import { live } from '../../console/src/i18n/live.ts'
import { addSections } from '../../console/src/i18n/translate.ts'
import { DeviceTree } from '../../console/src/ui/device-tree/DeviceTree.tsx'
import { TreeModel } from '../../console/src/ui/device-tree/tree-model.ts'

const SITES = 20
const REGIONS_OF_SITE = 25
const DEVICES = 50_000

const forest = Array.from({ length: SITES }, (_, site) => ({
  GID: `s${site}`,
  GroupName: `Site ${site}`,
  DeviceCount: 0,
  OnlineCount: 0,
  Childs: Array.from({ length: REGIONS_OF_SITE }, (_unused, region) => ({
    GID: `s${site}r${region}`,
    GroupName: `Region ${region}`,
    DeviceCount: 0,
    OnlineCount: 0,
    Childs: [],
  })),
}))
const devices = Array.from(
  { length: DEVICES },
  (_, n) =>
    ({
      did: `VD-${String(n).padStart(8, '0')}`,
      name: `Camera ${n}`,
      gid: `s${n % SITES}r${Math.floor(n / SITES) % REGIONS_OF_SITE}`,
      presence: n % 7 === 0 ? 2 : 1,
    }) as const,
)

addSections({ live })

declare global {
  interface Window {
    mountTree(): void
  }
}

window.mountTree = () => {
  const root = document.querySelector('#root')
  if (!root) throw new Error('no root')
  // What the data cost to sort belongs to the mounting: the console does it when they arrive.
  const model = new TreeModel(forest, devices)
  createRoot(root).render(
    <DeviceTree model={model} revision={0} playing={new Set()} onPlay={() => {}} onPlayAll={() => {}} />,
  )
}
