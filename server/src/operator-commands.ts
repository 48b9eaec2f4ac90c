/** `npm run let-in`, `npm run found-company` and `npm run forget-key`: what the operator of the machine does by hand, also beside a platform that runs. */
import { hostname } from 'node:os'

import { Refusal } from '@vedette/contract/codes'
import { nameOfAtMost } from '@vedette/contract/names'
import { FieldFault } from '@vedette/contract/refusals'

import { createAuthority } from './authority/authority.ts'
import { type Config, readConfig } from './config.ts'
import { systemClock } from './engines/clock.ts'
import { idSource } from './engines/ids.ts'
import { checkKey, forgetKey } from './engines/known-key.ts'
import { OperatorError } from './engines/operator-error.ts'
import { openSecretBox, type SecretBox } from './engines/secret-box.ts'
import { operatorSentence } from './engines/storage/failures.ts'
import { openKeptStorage } from './engines/storage/open.ts'
import type { Storage } from './engines/storage/storage.ts'
import { openLetIn } from './modules/account/index.ts'
import { AUDIT_PURPOSE, openAuditLog } from './modules/audit/index.ts'
import { companies as createCompanies, randomPassword } from './modules/company/index.ts'

const FIRST_ACCOUNT = 'admin'
const USAGE =
  'npm run let-in -- <enterprise>_<account>, npm run found-company -- <enterprise> <name>, or npm run forget-key'

const [command, ...given] = process.argv.slice(2)
try {
  if (command === 'let-in') await letIn(given)
  else if (command === 'found-company') await foundCompany(given)
  else if (command === 'forget-key') await forget()
  else throw new OperatorError(USAGE)
} catch (error) {
  console.error(sentenceOf(error) ?? error)
  process.exitCode = 2
}

async function letIn([account]: readonly string[]): Promise<void> {
  if (account === undefined) throw new OperatorError(USAGE)
  const engines = await open()
  try {
    const password = await openLetIn({ ...engines, host: hostname() })(account)
    console.log(`${account}: password ${password}, good for 72 hours and for choosing an own one`)
  } finally {
    await engines.close()
  }
}

async function foundCompany([typed, typedName]: readonly string[]): Promise<void> {
  const name = nameOfAtMost(50).safeParse(typedName).data
  if (typed === undefined || name === undefined) throw new OperatorError(USAGE)
  const code = typed.toLowerCase()
  const engines = await open()
  try {
    const { config } = engines
    const password =
      config.adminPassword?.reveal() ?? randomPassword([FIRST_ACCOUNT, `${code}_${FIRST_ACCOUNT}`])
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const administrator = { name: FIRST_ACCOUNT, password }
    await createCompanies(engines).found({ code, name, timeZone, administrator, language: config.language })
    const told = config.adminPassword ? 'that of VEDETTE_ADMIN_PASSWORD' : password
    console.log(`First login: enterprise ${code}, account ${code}_${FIRST_ACCOUNT}, password ${told}`)
  } finally {
    await engines.close()
  }
}

async function forget(): Promise<void> {
  const storage = await openKeptStorage(readConfig(process.env))
  try {
    await forgetKey(storage)
    console.log('The next start takes the key that it finds, or makes one.')
  } finally {
    await storage.close()
  }
}

/** What is written into a log under another key would break its chain. */
async function ownBox(storage: Storage, { dataFolder, secretKey }: Config): Promise<SecretBox> {
  const box = await openSecretBox(dataFolder, secretKey, 'refuse')
  await checkKey(storage, box)
  return box
}

async function open() {
  const config = readConfig(process.env)
  const storage = await openKeptStorage(config)
  const box = await ownBox(storage, config).catch(async (error: unknown) => {
    await storage.close()
    throw error
  })
  const clock = systemClock
  const onError = (error: unknown): void => console.error(error)
  const authority = createAuthority({ storage, clock, variants: config.variants, onError })
  const audit = openAuditLog({ storage, key: box.derivedKey(AUDIT_PURPOSE), clock, onError })
  const close = async (): Promise<void> => {
    await audit.close()
    await authority.close()
    await storage.close()
  }
  return { config, storage, authority, audit, clock, newId: idSource(clock), close }
}

function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return operatorSentence(error)
  if (error.reason === 'accountExists') return 'there is a company of this code already'
  return FieldFault.safeParse(error.body).data?.Reason ?? error.reason
}
