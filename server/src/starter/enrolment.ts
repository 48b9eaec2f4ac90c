/** Puts the simulated cameras into the company `demo`, through the calls that any installer's script would use. */
import { type BodyOf, type Call, type ReplyOf } from '@vedette/contract/call'
import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { login } from '@vedette/contract/calls/user'
import { devTypeNumber } from '@vedette/contract/devices'
import { isSuccess, readAnswer, requestIds } from '@vedette/contract/envelope'

import type { Simulated } from './simulated.ts'

const REGIONS = ['North gate', 'Car park', 'Warehouse']
const AT_ONCE = 4

/** Adds the cameras that are not there yet, by name; answers how many it added. */
export async function enrol(address: string, password: string, simulated: Simulated): Promise<number> {
  const anonymous = caller(address, '')
  const { CompanyInfos } = await anonymous(login, {
    EnterpriseCode: 'demo',
    Account: 'admin',
    Password: password,
  })
  const ask = caller(address, CompanyInfos[0]?.Utoken ?? '')

  const regions = await regionsFor(ask)
  const { List: present } = await ask(deviceList, { PageSize: 9999 })
  const names = new Set(present.map((device) => device.DevName))
  const missing = simulated.cameras.filter((camera) => !names.has(camera.name))

  const queue = missing.entries()
  const work = async (): Promise<void> => {
    for (const [i, camera] of queue) {
      await ask(addByAddress, {
        GID: regions[i % regions.length] ?? '',
        DevName: camera.name,
        DevType: devTypeNumber('camera'),
        Url: camera.mainUrl,
        SubUrl: camera.subUrl,
        Username: simulated.username,
        Password: simulated.password,
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return missing.length
}

async function regionsFor(ask: Ask): Promise<string[]> {
  const { List } = await ask(getGroupList, {})
  const root = List[0]
  if (!root) throw new Error('the company demo has no region')
  const ids: string[] = []
  for (const GroupName of REGIONS) {
    const present = root.Childs.find((child) => child.GroupName === GroupName)
    ids.push(present?.GID ?? (await ask(createGroup, { ParentGID: root.GID, GroupName })).GID)
  }
  return ids
}

type Ask = <C extends Call>(call: C, body: BodyOf<C>) => Promise<ReplyOf<C>>

function caller(address: string, token: string): Ask {
  const nextId = requestIds()
  return async <C extends Call>(call: C, body: BodyOf<C>): Promise<ReplyOf<C>> => {
    const response = await fetch(new URL(call.path, address), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
      body: JSON.stringify({ SEQID: call.seqid ?? nextId(), BODY: body }),
    })
    const answer = readAnswer(await response.json())
    if (!answer || !isSuccess(answer.CODE)) {
      throw new Error(
        `${call.path} answered ${answer?.CODE ?? response.status}: ${JSON.stringify(answer?.BODY)}`,
      )
    }
    return parsed(call, answer.BODY)
  }
}

/** The call's own schema vouches for the type, which `Call` holds only as "some schema". */
function parsed<C extends Call>(call: C, body: unknown): ReplyOf<C> {
  return call.reply.parse(body) as ReplyOf<C>
}
