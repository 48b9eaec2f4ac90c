/** The console's table with a page of 100 rows, and its tree of 10,000 devices, mounted when the bench says so. */
import '../../console/src/app/theme.css'
import '../../console/src/ui/controls.css'

import { createRoot } from 'react-dom/client'

import { live } from '../../console/src/i18n/live.ts'
import { addSections } from '../../console/src/i18n/translate.ts'
import { ui } from '../../console/src/i18n/ui.ts'
import { DeviceTree } from '../../console/src/ui/device-tree/DeviceTree.tsx'
import { TreeModel } from '../../console/src/ui/device-tree/tree-model.ts'
import { DataTable } from '../../console/src/ui/table/DataTable.tsx'
import { COLUMNS, devices, PAGE, regions } from './site.ts'

addSections({ live, ui })

type Device = (typeof devices)[number]

const mount: Record<string, () => React.ReactNode> = {
  table: () => (
    <DataTable<Device>
      label="Devices"
      widthsOf="bench"
      columns={COLUMNS.map((key) => ({ key, head: key, isSortable: true, cell: (row) => row[key] }))}
      rows={devices.slice(0, PAGE)}
      keyOf={({ key }) => key}
      nameOf={({ name }) => name}
      empty=""
      chosen={new Set()}
      onChoose={() => {}}
      onSort={() => {}}
    />
  ),
  tree: () => {
    const forest = regions.map(({ key, title, below }) => ({
      GID: key,
      GroupName: title,
      DeviceCount: 0,
      OnlineCount: 0,
      Childs: below.map((it) => ({
        GID: it.key,
        GroupName: it.title,
        DeviceCount: 0,
        OnlineCount: 0,
        Childs: [],
      })),
    }))
    const model = new TreeModel(
      forest,
      devices.map(({ key, name, region, status }) => ({
        did: key,
        name,
        gid: region,
        presence: status === 'Online' ? 1 : 2,
      })),
    )
    return (
      <DeviceTree model={model} revision={0} playing={new Set()} onPlay={() => {}} onPlayAll={() => {}} />
    )
  },
}

declare global {
  interface Window {
    mountList(what: string): void
  }
}

window.mountList = (what) => {
  const root = document.querySelector('#root')
  if (!root) throw new Error('no root')
  createRoot(root).render(mount[what]?.())
}
