import type { Section } from './entry.ts'

/** The page in the place of the console where nothing can be fetched. */
export const offline = {
  title: { en: 'No connection', zh: '无法连接' },
  text: {
    en: 'The server cannot be reached from this device. Recording is not affected. The page opens by itself as soon as there is a connection.',
    zh: '当前设备无法连接服务器，录像不受影响。连接恢复后页面将自动打开。',
  },
  again: { en: 'Try again', zh: '重试' },
} as const satisfies Section
