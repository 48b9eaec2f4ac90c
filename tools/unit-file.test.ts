/** The unit file of docs/install.md: read by systemd itself, and its command run as systemd runs it. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const UNIT = readFileSync(join(ROOT, 'deploy/vedette.service'), 'utf8')
/** A user without rights, in the place of the one that docs/install.md makes. */
const NOBODY = 65_534
/** CI must be root. */
const IS_NOT_ROOT = process.env['CI'] === undefined && process.getuid?.() !== 0
const folder = mkdtempSync(join(tmpdir(), 'vedette-unit-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What systemd finds wrong with it; empty where it has nothing to say. */
function faultsOf(unit: string): string {
  const file = join(folder, 'vedette.service')
  writeFileSync(file, unit)
  const { error, status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], {
    encoding: 'utf8',
  })
  if (error) throw error
  const said = `${stdout}${stderr}`
  // It also reports on other units of this machine.
  const ours = said.split('\n').filter((line) => line.includes('vedette'))
  return status === 0 ? ours.join('\n') : said
}

test('the unit file is one that systemd understands', () => {
  expect(faultsOf(UNIT)).toBe('')
})

test.each([
  ['a misspelled setting', UNIT.replace('NoNewPrivileges=', 'NoNewPrivilege=')],
  ['a program that is not there', UNIT.replace('/usr/bin/env', '/usr/bin/no-such-program')],
])('%s in it is found', (_name, unit) => {
  expect(faultsOf(unit)).not.toBe('')
})

/**
 * What its protections come to without systemd: the program and all else can be read only, but for the folders that are named.
 * `$1`: the program's folder here, `$2`: its cache, `$3`: the data.
 */
const PROTECTED = `
mount --bind "$1" /mnt
mount -t tmpfs none /opt && mkdir /opt/vedette && mount --move /mnt /opt/vedette
mount -o remount,bind,ro /opt/vedette
mount --bind "$2" /opt/vedette/node_modules/.cache
mount -t tmpfs none /var/lib && mkdir /var/lib/vedette && mount --bind "$3" /var/lib/vedette
mount -o remount,bind,ro /
cd /opt/vedette
shift 3
exec setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups --no-new-privs env -i "$@"`

test.skipIf(IS_NOT_ROOT)(
  'its command runs under a user of its own, who can write the data and the cache alone',
  async () => {
    const setting = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(UNIT)?.[1] ?? ''
    expect([setting('WorkingDirectory'), setting('StateDirectory')]).toEqual(['/opt/vedette', 'vedette'])
    expect(setting('ReadWritePaths')).toBe('/opt/vedette/node_modules/.cache')
    // As docs/install.md does before the first start.
    expect(spawnSync('node', ['start.js', 'build'], { cwd: ROOT, stdio: 'inherit' }).status).toBe(0)
    const [cache, data] = ['cache', 'data'].map((name) => {
      const path = join(folder, name)
      mkdirSync(path)
      chownSync(path, NOBODY, NOBODY)
      return path
    })
    chmodSync(folder, 0o755)
    const environment = [...setting('Environment').split(' '), 'VEDETTE_PORT=0', 'VEDETTE_MQTT_PORT=0']
    const command = [
      `PATH=/opt/vedette/node_modules/.bin:${process.env['PATH']}`,
      ...environment,
      ...setting('ExecStart').split(' '),
    ]
    const child = spawn(
      'unshare',
      ['--mount', 'sh', '-ec', PROTECTED, 'sh', ROOT, cache ?? '', data ?? '', ...command],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let said = ''
    const hear = (text: string): void => void (said += text)
    child.stderr.setEncoding('utf8').on('data', hear)
    const ended = once(child, 'exit')
    child.stdout.setEncoding('utf8').on('data', hear)
    while (!said.includes('First login:')) {
      if (child.exitCode !== null) throw new Error(said)
      await Promise.race([once(child.stdout, 'data'), ended])
    }
    const port = /Vedette is at https:\/\/[^:]+:(\d+)\//.exec(said)?.[1]
    expect(statSync(join(data ?? '', 'main.db')).uid).toBe(NOBODY)
    expect(readdirSync(cache ?? '')).toEqual(['vedette'])
    expect(await healthAt(Number(port))).toBe(200)
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  },
)

async function healthAt(port: number): Promise<number | undefined> {
  // The certificate is its own.
  const [response] = await once(
    get({ host: '127.0.0.1', port, path: '/healthz', rejectUnauthorized: false }),
    'response',
  )
  return response.resume().statusCode
}
