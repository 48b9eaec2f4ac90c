import { answerRing } from '@vedette/contract/calls/ring'
import { METHOD, SOCKET_PATH } from '@vedette/contract/push'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { PushClient } from '../../push/test-clients.ts'
import { TestGate } from '../../push/test-gate.ts'
import type { TestCompany } from '../../testing/app.ts'

let gate: TestGate
let company: TestCompany

beforeAll(async () => {
  gate = await TestGate.open()
  company = await gate.app.company()
})
afterAll(() => gate.close())

const RING = '1'.repeat(26)

async function listening(token: string): Promise<PushClient> {
  const client = new PushClient(gate.urlOf(SOCKET_PATH))
  await client.login(token)
  return client
}

it('the first who answers a ring does so for all who see the device, and all are told', async () => {
  const region = await gate.app.region(company)
  const DID = await gate.device(company, { region })
  const other = await gate.app.account(company, { realTimeVideo: [] }, [region])
  const blind = await gate.app.account(company, { realTimeVideo: [] }, [await gate.app.region(company)])
  const [mine, theirs, unseeing] = [
    await listening(company.token),
    await listening(other.token),
    await listening(blind.token),
  ]
  const first = await gate.app.ask(answerRing, { DID, CloudEid: RING, Act: 'answer' }, company.token)
  expect(first).toEqual({ Act: 'answer', Account: 'boss', IsMine: true })
  const news = { DID, CloudEid: RING, Act: 'answer', Account: 'boss' }
  expect((await mine.next(METHOD.ring)).BODY).toEqual({ ...news, IsMine: true })
  expect((await theirs.next(METHOD.ring)).BODY).toEqual({ ...news, IsMine: false })
  const late = await gate.app.ask(answerRing, { DID, CloudEid: RING, Act: 'decline' }, other.token)
  expect(late).toEqual({ Act: 'answer', Account: 'boss', IsMine: false })
  expect(unseeing.rest.filter(({ METHOD: method }) => method === METHOD.ring)).toEqual([])
  const blindly = await gate.app.send(answerRing, { DID, CloudEid: RING, Act: 'answer' }, blind.token)
  expect(blindly.CODE).not.toBe('200')
})

it('another ring of the same device is another one', async () => {
  const DID = await gate.device(company)
  await gate.app.ask(answerRing, { DID, CloudEid: RING, Act: 'decline' }, company.token)
  const next = await gate.app.ask(answerRing, { DID, CloudEid: '2'.repeat(26), Act: 'answer' }, company.token)
  expect(next).toMatchObject({ Act: 'answer', IsMine: true })
})
