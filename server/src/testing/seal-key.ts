import { dirname } from 'node:path'

import { openSecretBox } from '../engines/secret-box.ts'
import { sealKey } from '../modules/record/index.ts'
import type { TestApp } from './app.ts'

/** What the app's platform seals its archive with. */
export async function sealKeyOf(app: TestApp) {
  return sealKey(await openSecretBox(dirname(app.archiveFolder), undefined))
}
