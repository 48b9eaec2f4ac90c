import type { Section } from './entry.ts'

export const alarmSettings = {
  title: { en: 'Alarm settings', zh: '报警设置' },
  saved: { en: 'Saved', zh: '已保存' },
  keeping: { en: 'Storage', zh: '保存' },
  keepingText: {
    en: '{count} {count|alarm is|alarms are} stored. The oldest are deleted with their pictures.',
    zh: '当前保存 {count} 条报警。超出以下限制时，优先删除最早的报警及其图片。',
  },
  shrinkTitle: { en: 'Delete alarms?', zh: '确认删除报警？' },
  shrinkDays: {
    en: 'Alarms older than {count} {count|day|days} are deleted with their pictures. This cannot be undone.',
    zh: '{count} 天以前的报警及其图片将被删除，此操作不可恢复。',
  },
  shrinkMost: {
    en: 'The oldest {count} {count|alarm is|alarms are} deleted with their pictures. This cannot be undone.',
    zh: '最早的 {count} 条报警及其图片将被删除，此操作不可恢复。',
  },
  picturesText: {
    en: 'Pictures of alarms and of the album are kept for {days} {days|day|days} and up to {gigabytes} GB ({used} GB in use). The oldest are deleted first.',
    zh: '报警图片与相册图片保存 {days} 天，最多占用 {gigabytes} GB（已用 {used} GB），优先删除最早的图片。',
  },
  days: { en: 'Days to keep alarms', zh: '报警保存天数' },
  most: { en: 'Most alarms to keep', zh: '报警最大保存条数' },
  mostWrong: { en: 'Enter a number from {fewest} to {most}.', zh: '请输入 {fewest} 至 {most} 之间的数字。' },
  daysWrong: { en: 'Enter a number from 1 to {most}.', zh: '请输入 1 至 {most} 之间的数字。' },
  forwarding: { en: 'Forwarding', zh: '报警转发' },
  forwardingText: {
    en: 'Each alarm is sent to these addresses. What is not accepted is sent again for about 9 hours, then set aside.',
    zh: '报警将发送至以下地址。发送失败时约 9 小时内自动重试，之后转入失败列表。',
  },
  kind: { en: 'Type', zh: '类型' },
  url: { en: 'Address', zh: '地址' },
  urlHint: {
    en: 'Encrypted addresses (https, mqtts). Unencrypted ones only on this server.',
    zh: '须为加密地址（https、mqtts）；仅本机可使用未加密地址。',
  },
  topic: { en: 'Topic', zh: '主题' },
  userName: { en: 'User name', zh: '用户名' },
  password: { en: 'Password', zh: '密码' },
  add: { en: 'Add address', zh: '添加地址' },
  key: {
    en: 'Signing key, shown only once:',
    zh: '签名密钥，仅显示一次：',
  },
  on: { en: 'On', zh: '启用' },
  test: { en: 'Test', zh: '测试' },
  testing: { en: 'Testing', zh: '测试中' },
  testOk: { en: 'The test message was accepted', zh: '测试消息发送成功' },
  testFailed: { en: 'The test message failed: {detail}', zh: '测试消息发送失败：{detail}' },
  neverSent: { en: 'Nothing sent yet', zh: '尚未发送' },
  lastSent: { en: 'Last sent {time}', zh: '最近发送 {time}' },
  lastFault: { en: 'Last try failed: {detail}', zh: '最近一次失败：{detail}' },
  waiting: { en: '{count} {count|alarm|alarms} waiting', zh: '待发送 {count} 条' },
  deadOne: {
    en: '{time}: {count} {count|attempt|attempts}, {detail}',
    zh: '{time}：已尝试 {count} 次，{detail}',
  },
  dropTitle: { en: 'Clear unsent alarms?', zh: '确认清除？' },
  dropAsk: {
    en: '{count} {count|alarm|alarms} will not be sent to this address. The alarm list keeps them.',
    zh: '{count} 条报警将不再转发到该地址，报警列表中仍保留。',
  },
  dead: { en: '{count} {count|alarm|alarms} could not be sent', zh: '{count} 条报警发送失败' },
  drop: { en: 'Clear', zh: '清除' },
  removeTitle: { en: 'Delete address', zh: '删除转发地址' },
  removeAsk: {
    en: 'Delete {url}? Alarms that are waiting for it are not sent.',
    zh: '确定删除 {url}？待发送的报警将不再发送。',
  },
} as const satisfies Section
