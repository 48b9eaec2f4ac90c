/** SMTP and an HTTP gateway where they are configured, else the operator's outbox. */
import { join } from 'node:path'

import type { Config } from '../../config.ts'
import type { Clock } from '../clock.ts'
import { httpSms } from './http-sms.ts'
import { Outbox } from './outbox.ts'
import type { Senders } from './senders.ts'
import { smtpMail } from './smtp.ts'

interface Needs {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'smsUrl' | 'smsToken'>
  dataFolder: string
  clock: Clock
  newId: () => string
}

export function createSenders({ config, dataFolder, clock, newId }: Needs): Senders {
  const mail = config.smtpUrl && smtpMail(config.smtpUrl, config.mailFrom)
  const sms = config.smsUrl && httpSms(config.smsUrl, config.smsToken)
  const outbox = new Outbox(join(dataFolder, 'outbox'), clock, newId)
  return {
    async send(to, message) {
      if (sms && to.phone) return sms(to.phone, message)
      if (mail && to.email) return mail(to.email, message)
      return outbox.put(to, message)
    },
  }
}
