import type { Section } from './entry.ts'

/** The palette over pages, actions and devices. */
export const palette = {
  title: { en: 'Search or run a command', zh: '搜索或执行命令' },
  find: { en: 'Search pages, actions and devices', zh: '搜索页面、操作或设备' },
  lately: { en: 'Recent', zh: '最近使用' },
  pages: { en: 'Pages', zh: '页面' },
  actions: { en: 'Actions', zh: '操作' },
  devices: { en: 'Devices', zh: '设备' },
  allDevices: { en: 'Show all {total} {total|device|devices}', zh: '在设备列表中查看全部 {total} 台' },
  devicesFailed: { en: 'Device search failed.', zh: '设备搜索失败。' },
  settings: { en: 'Settings', zh: '设置' },
  switchCompany: { en: 'Switch company', zh: '切换企业' },
  switchOn: { en: 'Turn on: {name}', zh: '开启：{name}' },
  switchOff: { en: 'Turn off: {name}', zh: '关闭：{name}' },
} as const satisfies Section
