import type { Section } from './entry.ts'

/** The palette over pages, actions and devices. */
export const palette = {
  title: { en: 'Go to or do', zh: '快速跳转与操作' },
  find: { en: 'Find a page, an action or a device', zh: '查找页面、操作或设备' },
  lately: { en: 'Used lately', zh: '最近使用' },
  pages: { en: 'Pages', zh: '页面' },
  actions: { en: 'Actions', zh: '操作' },
  devices: { en: 'Devices', zh: '设备' },
  allDevices: { en: 'All {total} in the device list', zh: '在设备列表中查看全部 {total} 台' },
  devicesFailed: { en: 'The devices could not be searched.', zh: '设备搜索失败。' },
  settings: { en: 'Settings', zh: '设置' },
  switchCompany: { en: 'Switch company', zh: '切换企业' },
  switchOn: { en: 'Switch on: {name}', zh: '开启：{name}' },
  switchOff: { en: 'Switch off: {name}', zh: '关闭：{name}' },
} as const satisfies Section
