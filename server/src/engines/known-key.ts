/** The database knows which secret key it is sealed with: another one opens nothing, and what it signs fits nothing before it. */
import { OperatorError } from './operator-error.ts'
import { openSecretBox, type Secret, type SecretBox } from './secret-box.ts'
import type { Storage } from './storage/storage.ts'

const ONLY_ROW = 1

/** The box of the platform's key. It is made with the first start alone, and another one than the database's is refused. */
export async function openKnownKey(
  storage: Storage,
  folder: string,
  configured: Secret | undefined,
): Promise<SecretBox> {
  const known = await markIn(storage)
  const box = await openSecretBox(folder, configured, known === undefined ? 'make' : 'refuse')
  if (known === undefined) {
    const row = { id: ONLY_ROW, mark: markOf(box) }
    await storage.write([
      storage.db
        .insertInto('secret_key')
        .values(row)
        .onConflict((conflict) => conflict.doNothing()),
    ])
  }
  await checkKey(storage, box)
  return box
}

/** Throws OperatorError where the database is sealed with another key. */
export async function checkKey(storage: Storage, box: SecretBox): Promise<void> {
  const known = await markIn(storage)
  if (known === undefined || known === markOf(box)) return
  throw new OperatorError(
    'the secret key is not the one that this database is sealed with: put its secret.key back into the data folder, or set VEDETTE_SECRET_KEY to it. ' +
      'Where it is lost for good, npm run forget-key lets the next start go on with another one',
  )
}

/** The next start takes whatever key there is. */
export async function forgetKey(storage: Storage): Promise<void> {
  await storage.write([storage.db.deleteFrom('secret_key')])
}

async function markIn(storage: Storage): Promise<string | undefined> {
  const [row] = await storage.read(storage.db.selectFrom('secret_key').select('mark'))
  return row?.mark
}

/** Tells nothing of the key itself. */
function markOf(box: SecretBox): string {
  return box.derivedKey('which key this is').toString('hex')
}
