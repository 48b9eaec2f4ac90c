import type { Section } from './entry.ts'

export const agreement = {
  user: { en: 'User Agreement', zh: '《用户协议》' },
  privacy: { en: 'Privacy Agreement', zh: '《隐私政策》' },
  version: { en: 'Version {version}', zh: '版本 {version}' },
  back: { en: 'Back to log in', zh: '返回登录' },
} as const satisfies Section
