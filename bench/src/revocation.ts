/** How long a right outlives the action that takes it away: over HTTP, on the push socket and in running video. */
import { addAccount, joinGroups, updateUserAccount } from '@vedette/contract/calls/account'
import type { BodyOf, Call, ReplyOf } from '@vedette/contract/call'
import { deviceList } from '@vedette/contract/calls/device'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { newRole, updateRole } from '@vedette/contract/calls/role'
import { loginNewPassword } from '@vedette/contract/calls/login-steps'
import { login } from '@vedette/contract/calls/user'

import { startPlatform } from '../../e2e/src/support/platform.ts'
import { ask, logIn } from '../../e2e/src/support/session.ts'
import { replyOf } from '../../server/src/http/caller.ts'
import { flag } from './flags.ts'
import { LiveViewer } from './live-client.ts'
import { pause, quantile } from './statistics.ts'

const RUNS = flag('times', 10)
/** At 25 pictures a second nothing came for long. */
const QUIET_MS = 1500
const PASSWORD = 'Lantern4-mill'

type Ask = <C extends Call>(call: C, body: BodyOf<C>, token?: string) => Promise<ReplyOf<C>>

interface Watcher {
  accountId: string
  roleId: string
  token: string
}

interface Action {
  what: string
  /** Whether this answer to the list of devices is one of somebody who has lost the right. */
  isRefused: (code: string, total: number) => boolean
  run: (watcher: Watcher) => Promise<unknown>
}

/** `--times N`. */
export async function benchRevocation(): Promise<void> {
  const platform = await startPlatform({ VEDETTE_SIM_DEVICES: '1' })
  const rows: Record<string, string | number>[] = []
  try {
    const administrator = await logIn(platform.address)
    const call: Ask = async (it, body, token = administrator) => {
      const answer = await ask(platform.address, token, it, body)
      if (answer.CODE !== it.success)
        throw new Error(`${it.path}: ${answer.CODE} ${JSON.stringify(answer.BODY)}`)
      return replyOf(it, answer.BODY)
    }
    const [root] = (await call(getGroupList, {})).List
    const elsewhere = await call(createGroup, { ParentGID: root?.GID ?? '', GroupName: 'Elsewhere' })
    const { List } = await call(deviceList, {})
    const did = List[0]?.DID ?? ''
    const actions: Action[] = [
      {
        what: 'account disabled',
        isRefused: (code) => code !== '200',
        run: ({ accountId }) => call(updateUserAccount, { AccountID: accountId, Disabled: true }),
      },
      {
        what: 'role loses the page',
        isRefused: (code) => code !== '200',
        run: ({ roleId }) => call(updateRole, { id: roleId, permissions: [{ pageKey: 'roleManger' }] }),
      },
      {
        what: 'region taken away',
        isRefused: (_code, total) => total === 0,
        run: ({ accountId }) =>
          call(joinGroups, { AccountID: accountId, AllRegions: false, GIDs: [elsewhere.GID] }),
      },
    ]
    for (const action of actions) {
      const [http, socket, video]: [number[], number[], number[]] = [[], [], []]
      for (let run = 0; run < RUNS; run++) {
        const watcher = await newWatcher(call, `${action.what.replaceAll(' ', '-')}-${run}`)
        const measured = await measure(platform.address, watcher, did, action)
        http.push(measured.http)
        socket.push(measured.socket)
        video.push(measured.video)
      }
      const cell = (all: number[]): string =>
        `${Math.round(quantile(all, 0.5))} (${Math.round(quantile(all, 1))})`
      rows.push({
        action: action.what,
        'HTTP refused': cell(http),
        'push socket told': cell(socket),
        'last picture': cell(video),
      })
    }
  } finally {
    await platform.stop()
  }
  console.log(`\nrevocation: ms after the action was sent, p50 (worst) of ${RUNS}`)
  console.table(rows)
}

async function newWatcher(call: Ask, name: string): Promise<Watcher> {
  const permissions = [{ pageKey: 'realTimeVideo' }]
  const { id: roleId } = await call(newRole, { RoleName: name, permissions })
  const body = { Account: name, Name: name, RoleID: roleId, Password: 'Quarry5-oaks' }
  const { AccountID: accountId } = await call(addAccount, body)
  const credentials = { EnterpriseCode: 'demo', Account: name, Password: body.Password }
  const { Challenge } = await call(login, credentials, '')
  const own = { Ticket: Challenge?.Ticket ?? '', Password: PASSWORD }
  const { CompanyInfos } = await call(loginNewPassword, own, '')
  return { accountId, roleId, token: CompanyInfos[0]?.Utoken ?? '' }
}

async function measure(address: string, watcher: Watcher, did: string, action: Action) {
  const viewer = await LiveViewer.open(address, watcher.token)
  try {
    viewer.watch(did, 'sub')
    while (viewer.count.messages < 25) await pause(0.05)
    const from = performance.now()
    const refused = untilRefused(address, watcher.token, action)
    const done = action.run(watcher)
    const [http, told] = await Promise.all([refused, viewer.told, done])
    while (performance.now() - viewer.lastAt < QUIET_MS) await pause(0.1)
    return { http: http - from, socket: told - from, video: Math.max(0, viewer.lastAt - from) }
  } finally {
    viewer.close()
  }
}

/** Asks again and again; answers when it was refused. */
async function untilRefused(address: string, token: string, { isRefused }: Action): Promise<number> {
  for (;;) {
    const { CODE, BODY } = await ask(address, token, deviceList, {})
    const total = deviceList.reply.safeParse(BODY).data?.Total ?? 0
    if (isRefused(CODE, total)) return performance.now()
    await pause(0.01)
  }
}
