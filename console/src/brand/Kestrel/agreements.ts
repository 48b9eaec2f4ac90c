/** A second brand's texts: shorter ones, of an operator that runs the platform for others. */
import type { Clause } from '../clause.ts'

export const USER_AGREEMENT: readonly Clause[] = [
  {
    head: { en: 'The service', zh: '服务内容' },
    body: {
      en: 'Kestrel Security runs this platform for your enterprise, which decides who gets an account and which cameras are connected.',
      zh: 'Kestrel Security 为您所在的企业运行本平台；账号的开通和摄像机的接入由企业决定。',
    },
  },
]

export const PRIVACY_AGREEMENT: readonly Clause[] = [
  {
    head: { en: 'Your data', zh: '您的数据' },
    body: {
      en: 'Kestrel Security keeps your account and pictures for your enterprise alone, and gives them to nobody else.',
      zh: 'Kestrel Security 仅为您所在的企业保存账号和图像，不向任何第三方提供。',
    },
  },
]
