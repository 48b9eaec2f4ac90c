import { expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { createDatabase } from './support/database.ts'
import { paintedStrip } from './support/painted.ts'
import { startPlatform } from './support/platform.ts'
import { logInOnPage } from './support/session.ts'

const server = process.env['VEDETTE_TEST_DATABASE_URL']

test.skipIf(!server)(
  'the same product runs on PostgreSQL: a guard logs in and sees a camera, also after a restart',
  async () => {
    const database = await createDatabase(server ?? '')
    const browser = await launchBrowser()
    const env = { VEDETTE_DATABASE_URL: database.url, VEDETTE_SIM_DEVICES: '2' }
    const first = await startPlatform(env)
    try {
      const guard = await visit(browser)
      await logInOnPage(guard.page, first.address)
      const camera = guard.page.locator('[role=treeitem][data-did]').first()
      const did = await camera.getAttribute('data-did')
      await camera.dblclick()
      await expect.poll(() => paintedStrip(guard.page, 0)).toBeDefined()
      await guard.end()

      await first.started.stop()
      const again = await startPlatform({ ...env, VEDETTE_DATA: first.dataFolder }, { isEnrolled: false })
      const back = await visit(browser)
      await logInOnPage(back.page, again.address)
      await back.page.locator(`[role=treeitem][data-did="${did}"]`).waitFor()
      await back.end()
      await again.started.stop()
    } finally {
      await browser.close()
      await first.stop()
      await database.drop()
    }
  },
)
