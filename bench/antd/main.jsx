/** The same by antd: its table pages by itself, its tree is virtual by its height. */
import { Table, Tree } from 'antd'
import { createRoot } from 'react-dom/client'

import { COLUMNS, devices, PAGE, regions } from '../lists/site.ts'

const mount = {
  table: () => (
    <Table
      columns={COLUMNS.map((key) => ({ key, dataIndex: key, title: key, sorter: true }))}
      dataSource={devices}
      pagination={{ pageSize: PAGE }}
      rowSelection={{}}
    />
  ),
  tree: () => {
    const byRegion = Map.groupBy(devices, ({ region }) => region)
    const treeData = regions.map(({ key, title, below }) => ({
      key,
      title,
      children: below.map((it) => ({
        ...it,
        children: (byRegion.get(it.key) ?? []).map(({ key: did, name }) => ({ key: did, title: name })),
      })),
    }))
    return <Tree treeData={treeData} height={800} defaultExpandedKeys={regions.map(({ key }) => key)} />
  },
}

window.mountList = (what) => createRoot(document.querySelector('#root')).render(mount[what]())
