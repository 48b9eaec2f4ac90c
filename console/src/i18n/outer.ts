import type { Section } from './entry.ts'

/** Fetched where the enterprise has single sign-on. */
export const outer = {
  go: { en: 'Log in with {name}', zh: '使用 {name} 登录' },
  going: { en: 'Opening {name}…', zh: '正在打开 {name}…' },
  or: { en: 'or', zh: '或' },
} as const satisfies Section
