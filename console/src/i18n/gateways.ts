import type { Section } from './entry.ts'

export const gateways = {
  add: { en: 'Add a gateway or scanning gun', zh: '添加网关或扫码枪' },
  did: { en: 'Device ID on the box', zh: '包装盒上的设备编号' },
  didHint: { en: '8 to 32 of A-Z, 0-9 and -', zh: '8 至 32 位 A-Z、0-9 和 -' },
  license: { en: 'Licence on the box', zh: '包装盒上的许可证' },
  licenseHint: { en: 'Empty: the platform issues a secret', zh: '留空则由平台签发密钥' },
  added: { en: 'Set the device up with this', zh: '请用以下信息配置设备' },
} as const satisfies Section
