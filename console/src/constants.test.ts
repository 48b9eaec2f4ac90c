/** Every constant of section 9 that the console uses: its value, the one module that it lives in, and its name there. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { isSuccess, requestIds } from '@vedette/contract/envelope'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const CONSTANTS = [
  ['Request timeout', 10_000, 'wire/send', 'REQUEST_TIMEOUT_MS'],
  ['Error toast debounce', 1000, 'ui/toasts', 'ERROR_TOAST_DEBOUNCE_MS'],
  ['Toast duration', 3000, 'ui/toasts', 'TOAST_DURATION_MS'],
  ['Toast offset', 16, 'ui/toasts', 'TOAST_OFFSET_PX'],
  ['Reload delay after token expiry', 1100, 'wire/reactions', 'TOKEN_EXPIRY_RELOAD_MS'],
  ['Reload delay after socket token expiry', 2100, 'app/own-session', 'SOCKET_TOKEN_EXPIRY_RELOAD_MS'],
  ['Logout reload', 500, 'app/own-session', 'LOGOUT_RELOAD_MS'],
  ['Company switch reload', 1000, 'app/own-session', 'COMPANY_SWITCH_RELOAD_MS'],
  ['Password', { strong: [8, 14], simple: [6, 14] }, '@vedette/contract/password-rule', 'PASSWORD_LENGTHS'],
  ['User name', 50, '@vedette/contract/calls/account', 'USER_NAME_MAX'],
  ['Login resend', 2000, 'wire/socket', 'LOGIN_RESEND_MS'],
  ['Heartbeat', 6000, '@vedette/contract/push', 'HEARTBEAT_MS'],
  ['Socket reconnect', 8000, 'wire/socket', 'SOCKET_RECONNECT_MS'],
  ['Loading mask close delay', 400, 'ui/loading-mask', 'LOADING_MASK_CLOSE_DELAY_MS'],
  ['Page sizes of the shared pager', [10, 20, 50, 100], 'ui/table/pager', 'PAGE_SIZES'],
  ['Page sizes of accounts', [10, 20, 30, 40, 50, 100], 'ui/table/pager', 'ACCOUNT_PAGE_SIZES'],
  ['Page sizes: default', 10, 'ui/table/pager', 'DEFAULT_PAGE_SIZE'],
  ['Pager count', 7, 'ui/table/pager', 'PAGER_COUNT'],
  ['Progress bar minimum', 0.3, 'ui/progress', 'PROGRESS_BAR_MINIMUM'],
  ['Alarm picture delay in the viewer', 4000, 'app/alarms/cloud-picture', 'VIEWER_PICTURE_DELAY_MS'],
  ['Alarm picture delay after a push', 5000, 'app/alarms/cloud-picture', 'PUSH_PICTURE_DELAY_MS'],
  ['Cloud picture retry delay', 1000, 'app/alarms/cloud-picture', 'CLOUD_PICTURE_RETRY_DELAY_MS'],
  ['Notification list cap', 200, 'app/alarms/alarm-store', 'NOTIFICATION_LIST_CAP'],
  ['Badge', 99, 'app/alarms/alarm-store', 'BADGE_MOST'],
  ['Languages', ['zh-cn', 'en', 'auto'], 'i18n/language', 'LANGUAGES'],
  ['Languages: fallback', 'en', 'i18n/language', 'FALLBACK_LANGUAGE'],
  ['Map default zoom', 12, 'map/mercator', 'MAP_DEFAULT_ZOOM'],
  ['Map default centre', { lng: 116.331398, lat: 39.897445 }, 'map/mercator', 'MAP_DEFAULT_CENTRE'],
  ['Socket SDK version', '{ip}', 'wire/settings', 'SOCKET_SDK_VERSION'],
] as const

const SOURCES = [import.meta.dirname, join(import.meta.dirname, '../../contract/src')].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') })),
)

describe('a constant of section 9', () => {
  it.each(CONSTANTS)('%s is %j in %s under %s', async (_word, value, module, name) => {
    expect(await exportOf(module, name)).toEqual(value)
  })

  it.each(CONSTANTS)('%s (%j, %s) stands once: %s', (_word, _value, module, name) => {
    const declared = SOURCES.filter(({ text }) => new RegExp(`(?:const|let) ${name}\\b`).test(text))
    expect(declared.map(({ path }) => path)).toEqual([`${module.replace('@vedette/contract/', '')}.ts`])
  })

  it('Split screens are 1, 4, 8 and 9, in ui/window/layouts', async () => {
    const layouts = z
      .array(z.object({ windows: z.int() }))
      .parse(await exportOf('ui/window/layouts', 'LAYOUTS'))
    expect(layouts.map(({ windows }) => windows)).toEqual([1, 4, 8, 9])
  })

  it('Success codes are 200 and 0, in contract/envelope', () => {
    expect(['200', '0'].every(isSuccess)).toBe(true)
    expect(['', '00', '1', '201', '5007'].some(isSuccess)).toBe(false)
  })

  it('Random ids are 1 to 100000, each once, in contract/envelope', () => {
    const next = requestIds()
    const ids = Array.from({ length: 100_000 }, () => Number(next()))
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100_000 }, (_, i) => i + 1))
  })
})

/** Imports by name, for a screen's inside is sealed to everybody else. */
async function exportOf(module: string, name: string): Promise<unknown> {
  const exports: unknown = await import(module.startsWith('@') ? module : `./${module}.ts`)
  return Reflect.get(Object(exports), name)
}
