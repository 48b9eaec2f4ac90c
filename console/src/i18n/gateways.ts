import type { Section } from './entry.ts'

export const gateways = {
  add: { en: 'Add gateway or scanner', zh: '添加网关或扫码枪' },
  did: { en: 'Device ID on the box', zh: '包装盒上的设备编号' },
  didHint: { en: '8 to 32 characters: A-Z, 0-9 and -', zh: '8 至 32 位 A-Z、0-9 和 -' },
  license: { en: 'Licence on the box', zh: '包装盒上的许可证' },
  licenseHint: { en: 'Leave empty to have the platform issue a secret', zh: '留空则由平台签发密钥' },
  added: { en: 'Configure the device with', zh: '请用以下信息配置设备' },
} as const satisfies Section
