import type { Section } from './entry.ts'

export const presence = {
  title: { en: 'Presence of {name}', zh: '{name} 的在线记录' },
  show: { en: 'When it was there: {name}', zh: '查看 {name} 的在线记录' },
  from: { en: 'From', zh: '开始' },
  until: { en: 'Until', zh: '结束' },
  now: { en: 'now', zh: '至今' },
  state: { en: 'State', zh: '状态' },
  why: { en: 'What shows it', zh: '依据' },
  online: { en: 'online', zh: '在线' },
  offline: { en: 'offline', zh: '离线' },
  sleeping: { en: 'sleeping', zh: '休眠' },
  upgrading: { en: 'upgrading', zh: '升级中' },
  pictures: { en: 'Its pictures come', zh: '正在收到画面' },
  connected: { en: 'It is connected', zh: '已连接' },
  itsWord: { en: 'It said so', zh: '设备上报' },
  first: { en: 'First seen by this start of the platform', zh: '平台本次启动后首次获知' },
  none: { en: 'Nothing was seen of it yet', zh: '暂无记录' },
  noneText: {
    en: 'Once it comes, goes or sleeps, it stands here with the reason. The last 200 changes of 90 days are kept.',
    zh: '设备上线、离线或休眠后会在此记录原因，保留 90 天内最近 200 条。',
  },
} as const satisfies Section
