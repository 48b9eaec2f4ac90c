import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { StorageFailure } from '../../engines/storage/failures.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { recordedCamera } from '../../testing/recorded-camera.ts'
import { engines } from '../../testing/storage.ts'
import { ArchiveFiles } from './archive-files.ts'
import { Intake } from './intake.ts'
import { segmentStore } from './segment-store.ts'

describe.each(engines)('files on their way into an index on %s', (engine) => {
  let app: TestApp
  beforeEach(async () => {
    app = await startTestApp({ engine })
  })
  afterEach(() => app.close())

  it('come in smaller units where the database takes too long for a full one', async () => {
    const { company, did, start, record } = await recordedCamera(app)
    const rows = []
    for (let file = 0; file < 12; file++) rows.push(await record(start + file * 10_000))
    const store = segmentStore(app.index)
    await store.remove(
      company.companyId,
      rows.map(({ path }) => path),
    )
    const units: number[] = []
    const intake = new Intake({
      // A distant one: of more than three rows a unit does not end in its time.
      store: {
        ...store,
        add(told) {
          units.push(told.length)
          if (told.length > 3)
            return Promise.reject(new StorageFailure('timeout', 'it takes longer than 5 s'))
          return store.add(told)
        },
      },
      files: new ArchiveFiles(app.archiveFolder),
      clock: app.clock,
      recordedAt: () => app.clock.now(),
      onStored: () => Promise.resolve(),
      onError: () => {},
    })
    const all = Promise.all(rows.map((row) => intake.finished(row)))
    while ((await store.usage(company.companyId, [did]))[0]?.files !== 12) {
      await intake.settled()
      app.clock.advance(2000)
    }
    await all
    expect(units.filter((rowsOfUnit) => rowsOfUnit > 3)).not.toEqual([])
    await intake.close()
  })
})
