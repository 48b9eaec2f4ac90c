import { addPhrase, phraseList, phraseSound, removePhrase } from '@vedette/contract/calls/phrase'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

const SECOND = Buffer.alloc(8000, 0xff).toString('base64')

describe.each(engines)('talk phrases on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  it('are their company’s: who manages devices makes them, who watches plays them', async () => {
    const [company, other] = [await app.company(), await app.company()]
    const { token: guard } = await app.account(company, { realTimeVideo: [] })
    const { PhraseID } = await app.ask(addPhrase, { Name: ' Please wait ', Sound: SECOND }, company.token)
    expect(await app.ask(phraseList, {}, guard)).toEqual({
      Total: 1,
      List: [{ PhraseID, Name: 'Please wait', Ms: 1000 }],
    })
    expect(await app.ask(phraseSound, { PhraseID }, guard)).toEqual({ Sound: SECOND })
    expect(await app.ask(phraseList, {}, other.token)).toEqual({ Total: 0, List: [] })
    const refused = async (token: string, ...[call, body]: Parameters<typeof app.send>) =>
      (await app.send(call, body, token)).CODE
    expect(await refused(other.token, phraseSound, { PhraseID })).toBe(CODES.noDataAuthority.code)
    expect(await refused(other.token, removePhrase, { PhraseID })).toBe(CODES.noDataAuthority.code)
    expect(await refused(guard, removePhrase, { PhraseID })).toBe(CODES.noPermission.code)
    await app.ask(removePhrase, { PhraseID }, company.token)
    expect((await app.ask(phraseList, {}, guard)).List).toEqual([])
  })

  it('are refused with a name that there is, without sound, and longer than 20 seconds', async () => {
    const { token } = await app.company()
    await app.ask(addPhrase, { Name: 'Leave it there', Sound: SECOND }, token)
    const again = await app.send(addPhrase, { Name: 'Leave it there', Sound: SECOND }, token)
    expect(again.BODY).toMatchObject({ Field: 'Name', Word: 'phraseName' })
    for (const Sound of ['', 'not base64', Buffer.alloc(21 * 8000, 0xff).toString('base64')])
      expect((await app.send(addPhrase, { Name: 'Another', Sound }, token)).CODE).toBe(CODES.badInput.code)
    expect((await app.ask(phraseList, {}, token)).Total).toBe(1)
  })
})
