import type { Section } from './entry.ts'

export const login = {
  title: { en: 'Log in', zh: '登录' },
  tagline: { en: 'Every camera, one screen.', zh: '所有摄像机，一屏尽览。' },
  tagText: {
    en: 'Live walls, alarms and archive, on machines of your own.',
    zh: '实时预览、报警与录像，全部运行在您自己的服务器上。',
  },
  enterprise: { en: 'Enterprise code', zh: '企业代码' },
  account: { en: 'Account', zh: '账号' },
  password: { en: 'Password', zh: '密码' },
  showPassword: { en: 'Show password', zh: '显示密码' },
  capsLock: { en: 'Caps Lock is on', zh: '大写锁定已开启' },
  agreeBefore: { en: 'I have read and accept the', zh: '我已阅读并同意' },
  agreeAnd: { en: 'and the', zh: '和' },
  go: { en: 'Log in', zh: '登录' },
  going: { en: 'Logging in…', zh: '登录中…' },
  enterpriseMissing: { en: 'Enter the enterprise code', zh: '请输入企业代码' },
  accountMissing: { en: 'Enter your account', zh: '请输入账号' },
  passwordMissing: { en: 'Enter your password', zh: '请输入密码' },
  agreementMissing: { en: 'Accept both agreements to go on', zh: '请先阅读并同意协议' },
  wait: { en: 'Try again in {time}', zh: '{time} 后可重试' },
} as const satisfies Section
