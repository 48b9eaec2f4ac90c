import type { Section } from './entry.ts'

/** Fetched with the page of an invitation. */
export const invitation = {
  title: { en: 'Welcome', zh: '欢迎' },
  invalid: { en: 'Invitation not available', zh: '邀请无法使用' },
  text: {
    en: '{company} invites you as {account}. Set your password to begin.',
    zh: '{company} 邀请您使用账号 {account}，请设置密码以开始使用。',
  },
  looking: { en: 'Loading the invitation…', zh: '正在查询邀请…' },
  toLogin: { en: 'Go to login', zh: '前往登录页' },
} as const satisfies Section
