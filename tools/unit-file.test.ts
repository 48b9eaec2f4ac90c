/** The unit file of docs/install.md, read by systemd itself. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, expect, test } from 'vitest'

const UNIT = readFileSync(resolve(import.meta.dirname, '../deploy/vedette.service'), 'utf8')
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
