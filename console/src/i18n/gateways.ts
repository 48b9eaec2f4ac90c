import type { Section } from './entry.ts'

export const gateways = {
  add: { en: 'Add a gateway or scanning gun', zh: '添加网关或扫码枪' },
  did: { en: 'Device ID on the box', zh: '设备 ID' },
  didHint: { en: '8 to 32 of A-Z, 0-9 and -', zh: '8 至 32 位 A-Z、0-9 和 -' },
  license: { en: 'Licence on the box', zh: '设备授权码' },
  licenseHint: { en: 'Empty: the platform issues a secret', zh: '留空则由平台签发密钥' },
  name: { en: 'Name', zh: '名称' },
  type: { en: 'Type', zh: '类型' },
  iotGate: { en: 'IoT gateway', zh: '物联网网关' },
  barcodeGun: { en: 'Barcode scanning gun', zh: '扫码枪' },
  region: { en: 'Region', zh: '区域' },
  noRegion: { en: 'Please select the region you belong to', zh: '请选择所属区域' },
  noRegions: { en: 'There is no region.', zh: '没有区域。' },
  missing: { en: 'Please fill this in', zh: '请填写此项' },
  save: { en: 'Add', zh: '添加' },
  added: { en: 'Set the device up with this', zh: '请用以下信息配置设备' },
} as const satisfies Section
