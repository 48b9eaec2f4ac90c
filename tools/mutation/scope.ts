/** What is mutated, and which tests are asked. A file that matches belongs to it: none is left out by hand. */
import { globSync } from 'node:fs'

export interface Group {
  name: string
  /** Sources, relative to the repository. */
  files: string[]
  /** The quickest first: what they kill, the slower ones need not try. */
  tests: string[]
  cheaper: readonly Cheaper[]
}

/** A costly constant that is not judged here: in its place stands another. */
export interface Cheaper {
  file: string
  from: string
  to: string
}

interface Globs {
  files: readonly string[]
  tests: readonly string[]
  cheaper?: readonly Cheaper[]
}

/** A log-in derives a key, whose cost is tried in the group `passwords`. */
const CHEAP_PASSWORDS = {
  file: 'server/src/modules/session/password.ts',
  from: 'memory: 19_456, passes: 2',
  to: 'memory: 8, passes: 1',
}

const GROUPS: Readonly<Record<string, Globs>> = {
  frames: {
    files: [
      'contract/src/{frame,live,live-message,envelope,push,ticket}.ts',
      'media/src/live/{message,packed-message}.ts',
      'media/src/feed/*.ts',
    ],
    tests: [
      'contract/src/{frame,live,live-message,envelope,push,ticket}.test.ts',
      'media/src/live/{message,packed-message}.test.ts',
      'media/src/feed/*.test.ts',
    ],
  },
  catalogue: {
    files: ['contract/src/{call,catalogue,pages,ids,password-rule,password-rules,refusals}.ts'],
    tests: ['contract/src/{call,pages,ids,password-rule,refusals,catalogue}.test.ts'],
  },
  passwords: {
    files: ['server/src/modules/session/password.ts'],
    tests: ['server/src/modules/session/password.test.ts'],
  },
  authority: {
    files: ['server/src/authority/*.ts', 'server/src/modules/access-token/index.ts'],
    cheaper: [CHEAP_PASSWORDS],
    tests: [
      'server/src/authority/{rights,token,authorize,sessions}.test.ts',
      'server/src/authority/{access-token,authority}.test.ts',
      'server/src/modules/access-token/*.test.ts',
    ],
  },
  session: {
    cheaper: [CHEAP_PASSWORDS],
    files: [
      'server/src/modules/{session,two-factor,verify-code}/!(password).ts',
      'server/src/engines/tries.ts',
      'server/src/live/tickets.ts',
      'server/src/push/session-keys.ts',
    ],
    tests: [
      'server/src/live/tickets.test.ts',
      'server/src/engines/tries.test.ts',
      'server/src/modules/{two-factor,verify-code}/*.test.ts',
      'server/src/modules/session/{attempts,login-tickets,links}.test.ts',
      'server/src/modules/{account/second-factor,profile/profile}.test.ts',
      // They wait for mails, which some mutants do not send.
      'server/src/modules/session/codes.test.ts',
      'server/src/modules/account/barred.test.ts',
      // Ten thousand guesses are no question for each mutant.
      'server/src/modules/session/!(password|guessing).test.ts',
      // They come in by its `index.ts`.
      'server/src/modules/invitation/*.test.ts',
      'server/src/modules/outer-login/odd-answers.test.ts',
    ],
  },
  roles: {
    cheaper: [CHEAP_PASSWORDS],
    files: ['server/src/modules/{role,rights}/*.ts'],
    tests: [
      'server/src/modules/role/rules.test.ts',
      'server/src/modules/rights/answers.test.ts',
      'server/src/modules/{role,rights}/*.test.ts',
    ],
  },
  accounts: {
    cheaper: [CHEAP_PASSWORDS],
    files: [
      'server/src/modules/account/!(outer-account|outer-store).ts',
      'server/src/modules/invitation/*.ts',
      'server/src/modules/profile/{index,routes,store}.ts',
    ],
    tests: ['server/src/modules/{account,profile,invitation}/*.test.ts'],
  },
  'sign-on': {
    cheaper: [CHEAP_PASSWORDS],
    files: [
      'server/src/modules/outer-login/*.ts',
      'server/src/modules/account/{outer-account,outer-store}.ts',
    ],
    tests: [
      'server/src/modules/outer-login/{claims,openid}.test.ts',
      'server/src/modules/account/outer-account.test.ts',
      'server/src/modules/outer-login/{odd-provider,odd-answers,settings}.test.ts',
      'server/src/modules/outer-login/log-outs.test.ts',
    ],
  },
  regions: {
    cheaper: [CHEAP_PASSWORDS],
    files: ['server/src/modules/region/*.ts'],
    tests: ['server/src/modules/region/*.test.ts'],
  },
  doors: {
    files: ['server/src/http/{origin,cookie,network,shares,turns,signed-path,signed-urls}.ts'],
    tests: ['server/src/http/{origin,cookie,shares,turns,signed}.test.ts'],
  },
  calls: {
    cheaper: [CHEAP_PASSWORDS],
    files: ['server/src/http/{calls,route,guard,media}.ts'],
    tests: [
      'server/src/http/{part-of,route}.test.ts',
      'server/src/http/media.test.ts',
      'server/src/http/calls.test.ts',
      'server/src/http/{http,guard}.test.ts',
    ],
  },
  sockets: {
    cheaper: [CHEAP_PASSWORDS],
    files: ['server/src/push/{attach-sockets,push,push-socket,token-bucket}.ts'],
    tests: ['server/src/push/{token-bucket,push-news,push-socket,attach-sockets}.test.ts'],
  },
  live: {
    cheaper: [CHEAP_PASSWORDS],
    files: ['server/src/live/!(tickets).ts'],
    tests: [
      'server/src/live/{slow-rights,rights,wall,window}.test.ts',
      'server/src/live/page-limits.test.ts',
    ],
  },
  console: {
    files: [
      'console/src/app/{menu,permission-sync,rights,routes,session,session-expiry,session-store}.ts',
      'console/src/wire/{reactions,send,socket}.ts',
    ],
    tests: [
      'console/src/app/{menu,permission-sync,routes,session,session-expiry,session-store}.test.ts',
      'console/src/wire/*.test.ts',
    ],
  },
}

/** No code that the platform runs. */
const NOT_MUTATED = /\.test\.ts$|\/isolation-recipes\.ts$/

export function groupsIn(root: string): Group[] {
  return Object.entries(GROUPS).map(([name, { files, tests, cheaper = [] }]) => ({
    name,
    cheaper,
    files: found(root, files).filter((file) => !NOT_MUTATED.test(file)),
    tests: found(root, tests),
  }))
}

/** In the order of the patterns, each once. */
function found(root: string, patterns: readonly string[]): string[] {
  return [...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted()))]
}
