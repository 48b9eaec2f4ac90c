/** `npm run verify-audit`: names the first row of each company's log that is not as it was written. Reads alone, also beside a platform that runs. */
import { readConfig } from '../../config.ts'
import { checkKey } from '../../engines/known-key.ts'
import { openSecretBox } from '../../engines/secret-box.ts'
import { operatorSentence } from '../../engines/storage/failures.ts'
import { openKeptStorage } from '../../engines/storage/open.ts'
import { AUDIT_PURPOSE } from './index.ts'
import { auditStore } from './store.ts'
import { verifyAudit } from './verify.ts'

const SENTENCES = {
  altered: (seq: number) => `row ${seq} was altered`,
  removed: (seq: number) => `row ${seq} was removed`,
  cut: (seq: number) => `the log was cut off: row ${seq} and what followed it are gone`,
}

try {
  process.exitCode = await verify()
} catch (error) {
  console.error(operatorSentence(error) ?? error)
  process.exitCode = 2
}

async function verify(): Promise<number> {
  const config = readConfig(process.env)
  const storage = await openKeptStorage(config)
  try {
    const box = await openSecretBox(config.dataFolder, config.secretKey, 'refuse')
    await checkKey(storage, box)
    const { rows, companies, breaches } = await verifyAudit(
      auditStore(storage),
      box.derivedKey(AUDIT_PURPOSE),
    )
    for (const { companyId, kind, seq } of breaches)
      console.log(`Company ${companyId}: ${SENTENCES[kind](seq)}`)
    console.log(`${rows} rows of ${companies} companies read, ${breaches.length} breaches`)
    return breaches.length === 0 ? 0 : 1
  } finally {
    await storage.close()
  }
}
