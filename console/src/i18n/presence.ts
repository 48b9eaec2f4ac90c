import type { Section } from './entry.ts'

export const presence = {
  title: { en: 'Online history of {name}', zh: '{name} 的在线记录' },
  show: { en: 'Online history of {name}', zh: '查看 {name} 的在线记录' },
  from: { en: 'From', zh: '开始' },
  until: { en: 'Until', zh: '结束' },
  now: { en: 'now', zh: '至今' },
  state: { en: 'Status', zh: '状态' },
  why: { en: 'Reason', zh: '原因' },
  online: { en: 'online', zh: '在线' },
  offline: { en: 'offline', zh: '离线' },
  sleeping: { en: 'sleeping', zh: '休眠' },
  upgrading: { en: 'upgrading', zh: '升级中' },
  pictures: { en: 'Receiving video', zh: '正在收到画面' },
  connected: { en: 'Connected', zh: '已连接' },
  itsWord: { en: 'Reported by the device', zh: '设备上报' },
  first: { en: 'First status since the platform started', zh: '平台启动后首次检测' },
  none: { en: 'No history yet', zh: '暂无记录' },
  noneText: {
    en: 'When the device goes online, goes offline or sleeps, it is listed here with the reason. The last 200 changes of 90 days are kept.',
    zh: '设备上线、离线或休眠后会在此记录原因，保留 90 天内最近 200 条。',
  },
} as const satisfies Section
