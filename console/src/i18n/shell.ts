import type { Section } from './entry.ts'

/** The frame around every page behind the login. */
export const shell = {
  skip: { en: 'Skip to content', zh: '跳到主要内容' },
  menu: { en: 'Main menu', zh: '主菜单' },
  accountInfo: { en: 'Account info', zh: '账号信息' },
  changePassword: { en: 'Change password', zh: '修改密码' },
  barredTitle: { en: 'No access yet', zh: '暂无权限' },
  company: { en: 'Company', zh: '企业' },
  barredText: {
    en: 'Your role has no pages. Ask your administrator for access.',
    zh: '您的账号没有任何页面的权限，请联系管理员。',
  },
  lost: { en: '{count} lost', zh: '离线 {count}' },
  lostCameras: { en: 'Lost cameras', zh: '离线摄像机' },
  reconnecting: { en: 'Reconnecting ({attempt})', zh: '正在重连（{attempt}）' },
  archiveFull: {
    en: 'Disk full: oldest recordings are being deleted early',
    zh: '磁盘已满：最早的录像正被提前删除',
  },
  archiveUnwritable: { en: 'Not recording: cannot write to disk', zh: '无法录像：磁盘不可写入' },
  archiveLocked: { en: 'Disk full: all remaining recordings are locked', zh: '磁盘已满，剩余录像均已锁定' },
  archiveSince: { en: 'Since {time}', zh: '自 {time} 起' },
  expiryWarning: { en: 'Your session ends at {time}.', zh: '登录将于 {time} 失效。' },
  stayLoggedIn: { en: 'Stay logged in', zh: '保持登录' },
  appearance: { en: 'Language and appearance', zh: '语言与外观' },
  systemSettings: { en: 'System settings', zh: '系统设置' },
  alarmSound: { en: 'Alarm sound', zh: '报警声音' },
  alarmNotification: { en: 'Alarm pop-ups', zh: '报警通知' },
  reminderSound: { en: 'Alarm sound', zh: '报警声音' },
  floatingReminder: { en: 'Alarm pop-ups', zh: '报警通知' },
  confirm: { en: 'Confirm', zh: '确定' },
  cancel: { en: 'Cancel', zh: '取消' },
  systemManger: { en: 'System', zh: '系统管理' },
  community: { en: 'Smart community', zh: '智慧社区' },
} as const satisfies Section
