import type { Section } from './entry.ts'

/** Walls under names. */
export const walls = {
  title: { en: 'Saved walls', zh: '已存视频墙' },
  none: {
    en: 'No saved walls yet. Save the current one below.',
    zh: '暂无已存视频墙，可在下方保存当前画面。',
  },
  shown: { en: 'Wall: {name}', zh: '视频墙：{name}' },
  gone: {
    en: 'This wall no longer exists or is not shared with you.',
    zh: '该视频墙已不存在，或未共享给您。',
  },
  from: { en: 'Shared by {name}', zh: '由 {name} 共享' },
  isShared: { en: 'Shared', zh: '已共享' },
  saveThis: { en: 'Save the current wall', zh: '保存当前视频墙' },
  name: { en: 'Name', zh: '名称' },
  nameMissing: { en: 'Enter a name', zh: '请输入名称' },
  seenBy: { en: 'Visible to', zh: '可见范围' },
  me: { en: 'Only me', zh: '仅自己' },
  myRole: { en: 'My role', zh: '我的角色' },
  role: { en: 'Role: {name}', zh: '角色：{name}' },
  content: { en: 'Layout and cameras', zh: '分屏与画面' },
  asItIs: { en: 'Keep as saved', zh: '保持不变' },
  inSight: { en: 'Replace with the current wall', zh: '替换为当前视频墙' },
  saved: { en: 'Wall saved: {name}', zh: '视频墙已保存：{name}' },
  editOf: { en: 'Edit {name}', zh: '编辑 {name}' },
  removeOf: { en: 'Delete {name}', zh: '删除 {name}' },
  removed: { en: 'Wall deleted: {name}', zh: '视频墙已删除：{name}' },
  takes: { en: 'Open here: colleagues can send cameras', zh: '已在此打开，同事可发送画面' },
  takesNone: { en: 'Stop receiving', zh: '停止接收' },
  openAt: { en: 'Open on the screen of {name}', zh: '{name} 已打开' },
  send: { en: 'Send {camera}', zh: '发送 {camera}' },
  sent: { en: '{camera} was sent to {name}', zh: '已将 {camera} 发送给 {name}' },
  received: { en: '{name} sent {camera} to this wall', zh: '{name} 向此视频墙发送了 {camera}' },
  copyLink: { en: 'Copy link to {name}', zh: '复制 {name} 的链接' },
  copied: { en: 'Link copied', zh: '链接已复制' },
} as const satisfies Section
