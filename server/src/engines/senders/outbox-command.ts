/** `npm run outbox`: what could not be sent, for the operator of this machine. */
import { join } from 'node:path'

import { readConfig } from '../../config.ts'
import { readOutbox } from './outbox.ts'

const messages = await readOutbox(join(readConfig(process.env).dataFolder, 'outbox'))
for (const { at, account, phone, email, subject, text } of messages)
  console.log(
    `${new Date(at).toISOString()}  ${[account, phone, email].filter(Boolean).join('  ')}\n  ${subject}\n  ${text.replaceAll('\n', '\n  ')}\n`,
  )
if (messages.length === 0) console.log('The outbox is empty.')
