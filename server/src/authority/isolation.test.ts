/** Every call × every kind of caller × every object that its body can name. */
import type { Call, ExampleIds } from '@vedette/contract/call'
import { genUserAccessToken, TokenPurpose } from '@vedette/contract/calls/access-token'
import { accountList } from '@vedette/contract/calls/account'
import { deviceList } from '@vedette/contract/calls/device'
import { deviceGroupList, getGroupList } from '@vedette/contract/calls/group'
import { previewRole, roleList } from '@vedette/contract/calls/role'
import { logout } from '@vedette/contract/calls/user'
import { CALLS } from '@vedette/contract/catalogue'
import { CODES, Refusal } from '@vedette/contract/codes'
import { type ObjectKind, objectKindsIn, objectsIn } from '@vedette/contract/ids'
import { type Grant, PAGE_KEYS, pageOfGrant, PAGES } from '@vedette/contract/pages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  ADMINISTRATOR,
  startTestApp,
  type TestAccount,
  type TestApp,
  type TestCompany,
} from '../testing/app.ts'
import { type Reach, reach } from '../testing/reached.ts'
import { engines } from '../testing/storage.ts'
import { CALLS_OF_PURPOSE } from './access-token.ts'
import { PUBLIC, SESSION } from './isolation-recipes.ts'
import type { StoredRights } from './rights.ts'

/** Objects of the company as a whole: who sees one region sees them too. */
const WITHOUT_REGION: readonly ObjectKind[] = ['role']

function kindsWithRegion(call: Call): ObjectKind[] {
  return [...objectKindsIn(call.body)].filter((kind) => !WITHOUT_REGION.includes(kind))
}

const UNKNOWN: ExampleIds = {
  region: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
  device: 'CAM-ZZZZZZZZZZ',
  account: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
  role: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
  picture: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
}

interface World {
  app: TestApp
  reach: Reach
  company: TestCompany
  /** Bound to the region of `own`; his rights are set for each row. */
  clerk: TestAccount
  /** Has every right and all regions, and is no full administrator. */
  chief: TestAccount
  own: ExampleIds
  /** Objects of the same company, in a region that the clerk does not see. */
  besides: ExampleIds
  /** Objects of another company. */
  foreign: ExampleIds
  strangerToken: string
  neighbourToken: string
  revokedToken: string
  disabledToken: string
}

const ALL_RIGHTS: StoredRights = Object.fromEntries(PAGE_KEYS.map((page) => [page, [...PAGES[page]]]))

/** Those that admit to the call with the body that stands in the matrix. */
function grantsOf(call: Call): readonly Grant[] {
  if (call.accessOf) return call.accessOf(call.body.parse(call.example(UNKNOWN)))
  return typeof call.access === 'string' ? [] : call.access
}

/** Exactly this page, or this feature with its page, and nothing else. */
function only(grant: Grant): StoredRights {
  const page = pageOfGrant(grant)
  return { [page]: grant === page ? [] : [grant.slice(page.length + 1)] }
}

/** Everything but these. */
function allBut(grants: readonly Grant[]): StoredRights {
  const isLeft = (grant: string): boolean => !grants.some((it) => it === grant)
  return Object.fromEntries(
    PAGE_KEYS.filter(isLeft).map((page) => [
      page,
      PAGES[page].filter((feature) => isLeft(`${page}.${feature}`)),
    ]),
  )
}

/** These calls with their names, for the titles of tests. */
function named(isOne: (call: Call) => boolean): [path: string, call: Call][] {
  return CALLS.filter(isOne).map((call) => [call.path, call])
}

async function makeWorld(engine: (typeof engines)[number]): Promise<World> {
  const calls = reach()
  const app = await startTestApp({
    engine,
    overrides: calls.overrides,
    config: { variants: ['base', 'community'] },
  })
  const [company, other] = [await app.company(), await app.company()]
  const thingsIn = async (of: TestCompany, gid: string): Promise<ExampleIds> => {
    const { accountId, roleId } = await app.account(of, {}, [gid])
    return {
      region: gid,
      device: await app.device(of, gid),
      account: accountId,
      role: roleId,
      picture: await app.picture(of, gid),
    }
  }
  const own = await thingsIn(company, await app.region(company))
  const besides = await thingsIn(company, await app.region(company))
  const foreign = await thingsIn(other, await app.region(other))
  const revoked = await app.account(company, ALL_RIGHTS)
  await app.ask(logout, {}, revoked.token)
  const disabled = await app.account(company, ALL_RIGHTS)
  await app.platform.companies.disableAccount(company.companyId, disabled.accountId)
  return {
    app,
    reach: calls,
    company,
    clerk: await app.account(company, {}, [own.region]),
    chief: await app.account(company, ALL_RIGHTS),
    own,
    besides,
    foreign,
    strangerToken: other.token,
    neighbourToken: (await app.account(company, ALL_RIGHTS, [besides.region])).token,
    revokedToken: revoked.token,
    disabledToken: disabled.token,
  }
}

describe.each(engines)('the isolation matrix on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld(engine)
  })
  afterAll(() => world.app.close())

  const attempt = (call: Call, body: unknown, token: string | undefined): Promise<string> =>
    world.reach.attempt(world.app, call, body, token)

  async function tokenWith(rights: StoredRights): Promise<string> {
    const { app, company, clerk } = world
    await app.platform.companies.setRights(company.companyId, clerk.roleId, rights)
    return clerk.token
  }

  const sessions = new Map<string, string>()
  /** A session that was opened before, unless the call that had it ended it: a log-in derives a key each time. */
  async function sessionOf(who: string, open: () => Promise<string>): Promise<string> {
    const known = sessions.get(who)
    if (known !== undefined && (await isAlive(known))) return known
    const token = await open()
    sessions.set(who, token)
    return token
  }

  async function isAlive(token: string): Promise<boolean> {
    try {
      await world.app.platform.authority.authenticate(token)
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  const loggedIn = (name: string): Promise<string> =>
    sessionOf(name, () => world.app.tokenOf(world.company.code, name))

  const preview = (): Promise<string> =>
    sessionOf('a preview', async () => {
      const { List } = await world.app.ask(roleList, {}, world.company.token)
      const id = List.find(({ RoleStatus }) => RoleStatus === 1)?.id ?? ''
      return (await world.app.ask(previewRole, { id }, world.company.token)).Utoken
    })

  const bodyOf = (call: Call, ids: ExampleIds) => call.example(ids)

  it('is told twice whom a call without a grant is for', () => {
    const paths = (calls: readonly Call[]) => calls.map((call) => call.path).toSorted()
    expect(paths(CALLS.filter((call) => call.access === 'public'))).toEqual(paths(PUBLIC))
    expect(paths(CALLS.filter((call) => call.access === 'session'))).toEqual(paths(SESSION))
  })

  it.each(named(() => true))('%s names in its body all that it can name', (_path, call) => {
    const body = call.body.parse(bodyOf(call, world.own))
    const kinds = objectsIn(call.body, body).map((object) => object.kind)
    expect(new Set(kinds)).toEqual(objectKindsIn(call.body))
  })

  it.each(named((call) => call.access === 'public'))('%s is open to everybody', async (_path, call) => {
    expect(await attempt(call, bodyOf(call, world.own), undefined)).toBe('ran')
  })

  const { notLoggedIn, tokenExpired, noPermission, noDataAuthority } = CODES

  describe.each(named((call) => call.access !== 'public'))('%s', (_path, call) => {
    it.each([
      ['without a token', (): string | undefined => undefined, notLoggedIn.code],
      ['with a token that nobody made', () => 'A'.repeat(43), notLoggedIn.code],
      ['with what is no token', () => `Bearer ${world.clerk.token}`, notLoggedIn.code],
      ['with a revoked token', () => world.revokedToken, tokenExpired.code],
      ['with the token of a disabled account', () => world.disabledToken, tokenExpired.code],
    ])('is refused %s', async (_caller, token, code) => {
      expect(await attempt(call, bodyOf(call, world.own), token())).toBe(code)
    })
  })

  describe.each(named((call) => call.access === 'administrator'))('%s', (_path, call) => {
    it('is refused with every right and all regions of one who is no full administrator', async () => {
      expect(await attempt(call, bodyOf(call, world.own), world.chief.token)).toBe(noPermission.code)
    })

    it.each([...objectKindsIn(call.body)])(
      "is refused where the %s alone is not the company's",
      async (kind) => {
        for (const elsewhere of [world.foreign, UNKNOWN]) {
          const body = bodyOf(call, { ...world.own, [kind]: elsewhere[kind] })
          expect(await attempt(call, body, world.company.token)).toBe(noDataAuthority.code)
        }
      },
    )

    it('is admitted for a full administrator of all regions', async () => {
      const token = await loggedIn(ADMINISTRATOR)
      expect(await attempt(call, bodyOf(call, world.own), token)).toBe('ran')
    })
  })

  describe.each(named((call) => call.effect === 'changes' && !call.inPreview && call.access !== 'public'))(
    '%s',
    (_path, call) => {
      it('is refused in a preview, whatever the previewed role admits to', async () => {
        expect(await attempt(call, bodyOf(call, world.own), await preview())).toBe(CODES.previewOnly.code)
      })
    },
  )

  describe.each(named((call) => call.access !== 'public'))('%s', (_path, call) => {
    it.each(TokenPurpose.options)(
      'with a token for one device, for %s, is admitted where it is for that and about that device, else refused',
      async (Purpose) => {
        const { app, company, own, besides } = world
        const { AccessToken } = await app.ask(genUserAccessToken, { DID: own.device, Purpose }, company.token)
        const outcome = await attempt(call, bodyOf(call, own), AccessToken)
        if (!CALLS_OF_PURPOSE[Purpose].includes(call.path))
          return expect([noPermission.code, notLoggedIn.code]).toContain(outcome)
        expect(outcome).toBe('ran')
        expect(objectKindsIn(call.body)).toEqual(new Set(['device']))
        const elsewhere = bodyOf(call, { ...own, device: besides.device })
        expect(await attempt(call, elsewhere, AccessToken)).toBe(noDataAuthority.code)
      },
    )
  })

  describe.each(named((call) => call.access === 'session'))('%s', (_path, call) => {
    it('is admitted for anyone logged in', async () => {
      const token = await loggedIn(world.clerk.name)
      await tokenWith(call.listedFor ? only(call.listedFor) : {})
      expect(await attempt(call, bodyOf(call, world.own), token)).toBe('ran')
    })
  })

  describe.each(named((call) => call.listedFor !== undefined))('%s', (_path, call) => {
    it('needs the grant that it is listed for where it is about others', async () => {
      const { app, company, own } = world
      const { token } = await app.account(company, allBut(call.listedFor ? [call.listedFor] : []))
      expect(await attempt(call, bodyOf(call, own), token)).toBe(noPermission.code)
    })
  })

  describe.each(named((call) => call.forSeveral !== undefined))('%s', (_path, call) => {
    it('needs a grant of its own for several at once', async () => {
      const { app, company, own, besides } = world
      const { token } = await app.account(company, allBut(call.forSeveral ? [call.forSeveral] : []))
      const others = bodyOf(call, besides)
      const several = Object.fromEntries(
        Object.entries(bodyOf(call, own)).map(([name, ids]) => [name, [ids, others[name]].flat()]),
      )
      expect(await attempt(call, several, token)).toBe(noPermission.code)
      expect(await attempt(call, bodyOf(call, own), token)).toBe('ran')
      expect(await attempt(call, several, company.token)).toBe('ran')
    })
  })

  describe.each(named((call) => grantsOf(call).length > 0))('%s', (_path, call) => {
    it('is refused with every right but those that admit to it', async () => {
      const token = await tokenWith(allBut(grantsOf(call)))
      expect(await attempt(call, bodyOf(call, world.own), token)).toBe(noPermission.code)
    })

    it.each(grantsOf(call))('is admitted with %s alone', async (grant) => {
      expect(await attempt(call, bodyOf(call, world.own), await tokenWith(only(grant)))).toBe('ran')
    })

    it("is admitted for the company's administrator", async () => {
      const token = await loggedIn(ADMINISTRATOR)
      expect(await attempt(call, bodyOf(call, world.own), token)).toBe('ran')
      expect(await attempt(call, bodyOf(call, world.besides), token)).toBe('ran')
    })
  })

  describe.each(named((call) => grantsOf(call).length > 0 && call.transport === 'http'))(
    '%s',
    (_path, call) => {
      it('is refused before anything of the body is checked', async () => {
        const token = await tokenWith(allBut(typeof call.access === 'string' ? [] : call.access))
        expect(await attempt(call, { GID: 7, nonsense: [] }, token)).toBe(noPermission.code)
      })
    },
  )

  describe.each(named((call) => objectKindsIn(call.body).size > 0))('%s', (_path, call) => {
    it("is refused for another company's administrator", async () => {
      expect(await attempt(call, bodyOf(call, world.own), world.strangerToken)).toBe(noDataAuthority.code)
      expect(await attempt(call, bodyOf(call, world.foreign), world.strangerToken)).toBe('ran')
    })
  })

  const ofGrants = (call: Call): boolean => call.access !== 'administrator'
  describe.each(named((call) => ofGrants(call) && objectKindsIn(call.body).size > 0))('%s', (_path, call) => {
    it('is refused for an account of another region, where regions matter', async () => {
      expect(await attempt(call, bodyOf(call, world.own), world.neighbourToken)).toBe(
        kindsWithRegion(call).length > 0 ? noDataAuthority.code : 'ran',
      )
      expect(await attempt(call, bodyOf(call, world.besides), world.neighbourToken)).toBe('ran')
    })

    it.each([...objectKindsIn(call.body)])(
      "is refused where the %s alone is not the caller's",
      async (kind) => {
        const token = await tokenWith(ALL_RIGHTS)
        const besides = WITHOUT_REGION.includes(kind) ? [] : [world.besides]
        for (const elsewhere of [...besides, world.foreign, UNKNOWN])
          expect(await attempt(call, bodyOf(call, { ...world.own, [kind]: elsewhere[kind] }), token)).toBe(
            noDataAuthority.code,
          )
        expect(await attempt(call, bodyOf(call, world.own), token)).toBe('ran')
      },
    )
  })

  it('lists of a bound account hold nothing of another region or company', async () => {
    const token = await tokenWith(ALL_RIGHTS)
    const { app, own, company } = world
    const devices = await app.ask(deviceList, { PageSize: 9999 }, token)
    expect(devices.Total).toBe(devices.List.length)
    expect(new Set(devices.List.map((device) => device.GID))).toContain(own.region)
    const accounts = await app.ask(accountList, { PageSize: 9999 }, token)
    expect(accounts.Total).toBe(accounts.List.length)
    expect(accounts.List.map(({ AccountID }) => AccountID)).toContain(own.account)
    const forest = await app.ask(getGroupList, {}, token)
    expect(forest.List.map((node) => node.GID)).toEqual([own.region])
    expect(JSON.stringify([devices, forest, accounts])).not.toContain(company.rootGid)
    expect(JSON.stringify([devices, forest, accounts])).not.toContain(world.besides.region)
    expect(JSON.stringify([devices, forest, accounts])).not.toContain(world.foreign.region)
  })

  it('lists of a full administrator hold nothing of another company', async () => {
    const { app, company, foreign } = world
    const lists = [
      await app.ask(deviceList, { PageSize: 9999 }, company.token),
      await app.ask(getGroupList, {}, company.token),
      await app.ask(deviceGroupList, {}, company.token),
      await app.ask(accountList, { PageSize: 9999 }, company.token),
      await app.ask(roleList, { PageSize: 9999 }, company.token),
    ]
    expect(JSON.stringify(lists)).toContain(world.own.region)
    expect(JSON.stringify(lists)).toContain(world.besides.region)
    expect(JSON.stringify(lists)).not.toContain(foreign.region)
    expect(JSON.stringify(lists)).not.toContain(foreign.device)
    expect(JSON.stringify(lists)).not.toContain(foreign.account)
    expect(JSON.stringify(lists)).not.toContain(foreign.role)
  })
})
