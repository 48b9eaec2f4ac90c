import type { Section } from './entry.ts'

export const app = {
  loading: { en: 'Loading', zh: '加载中' },
  leaving: { en: 'One moment…', zh: '请稍候…' },
  companySwitched: { en: 'Switching company…', zh: '正在切换企业…' },
  rightsChanged: { en: 'Your rights have changed', zh: '您的权限已变更' },
  sessionEnded: { en: 'This session was ended, please log in again', zh: '会话已结束，请重新登录' },
  relogin: { en: 'Please log in again with your password', zh: '请使用密码重新登录' },
  offline: { en: 'Network abnormal', zh: '网络异常' },
  online: { en: 'The network is back', zh: '网络已恢复' },
  close: { en: 'Close', zh: '关闭' },
  reload: { en: 'Reload', zh: '重新加载' },
  brokenTitle: { en: 'This page has stopped working', zh: '页面出现问题' },
  brokenText: {
    en: 'Reload it to go on. What was running on the server goes on regardless.',
    zh: '请重新加载页面。服务器上的任务不受影响。',
  },
  lostTitle: { en: 'There is no such page', zh: '页面不存在' },
  lostText: { en: 'The address may be old or mistyped.', zh: '地址可能已失效或输入有误。' },
  toFirstPage: { en: 'Back to the first page', zh: '返回首页' },
  account: { en: 'Account', zh: '账号' },
  logOut: { en: 'Log out', zh: '退出登录' },
  language: { en: 'Language', zh: '语言' },
  auto: { en: 'Auto', zh: '跟随系统' },
  theme: { en: 'Appearance', zh: '外观' },
  dark: { en: 'Dark', zh: '深色' },
  light: { en: 'Light', zh: '浅色' },
} as const satisfies Section
