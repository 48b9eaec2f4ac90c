import type { DeviceItem } from '@vedette/contract/calls/device'
import { beforeEach, expect, test } from 'vitest'

import { stored } from '../stored.ts'
import { latelyOf, rememberChosen } from './lately.ts'
import { answering, chosenOf, type DeviceActions, MOST_DEVICES, type Option, standing } from './options.ts'

let done: string[]
const option = (id: string, label: string, detail = ''): Option => ({ id, label, detail, run: () => {} })
const PAGES = [option('page /realTimeVideo', 'Live video'), option('page /deviceManger', 'Devices')]
const ACTIONS = [option('action layout-4', '4 windows', 'Layouts'), option('action theme-light', 'Light')]
const ALL: DeviceActions = {
  watch: (did) => done.push(`watch ${did}`),
  configure: (did) => done.push(`configure ${did}`),
  settingsName: 'Device settings',
}
const NONE: DeviceActions = { watch: undefined, configure: undefined, settingsName: '' }

beforeEach(() => {
  done = []
  stored.clearAll()
})

function device(DID: string, DevName: string, more: Partial<DeviceItem> = {}): DeviceItem {
  return {
    DID,
    DevName,
    Alias: '',
    GID: '01HZ',
    GroupName: 'North',
    DevType: 1,
    Lng: null,
    Lat: null,
    Presence: 1,
    Reason: 'none',
    Since: 0,
    Channels: 1,
    HasSub: true,
    Vendor: '',
    Model: '',
    Firmware: '',
    SDKVersion: '',
    License: '',
    Driver: 'onvif',
    CreatedAt: 0,
    ...more,
  }
}

const shown = (groups: ReturnType<typeof answering>) =>
  groups.map(({ key, options }) => [key, ...options.map(({ id }) => id)])

test('before anything is typed the latest choices come first, then all pages and actions', () => {
  const chosen = [
    { id: 'action theme-light' },
    { id: 'watch CAM-00000001', name: 'Gate' },
    { id: 'page /gone' },
  ]
  expect(shown(standing(PAGES, ACTIONS, chosen, ALL))).toEqual([
    ['lately', 'lately action theme-light', 'lately watch CAM-00000001'],
    ['pages', 'page /realTimeVideo', 'page /deviceManger'],
    ['actions', 'action layout-4', 'action theme-light'],
  ])
  expect(shown(standing(PAGES, [], chosen, NONE))).toEqual([
    ['pages', 'page /realTimeVideo', 'page /deviceManger'],
  ])
})

test('a text finds pages and actions by name or group, and each device to watch and to configure', () => {
  expect(shown(answering('layouts', PAGES, ACTIONS, [], ALL))).toEqual([['actions', 'action layout-4']])
  const groups = answering('gate', PAGES, ACTIONS, [device('CAM-00000001', 'Gate')], ALL)
  expect(shown(groups)).toEqual([
    ['devices', 'watch CAM-00000001'],
    ['settings', 'configure CAM-00000001'],
  ])
  for (const { options } of groups) for (const { run } of options) run()
  expect(done).toEqual(['watch CAM-00000001', 'configure CAM-00000001'])
  expect(answering('nothing', PAGES, ACTIONS, [], ALL)).toEqual([])
})

test('of many devices the best few are shown, those found by a name that is not shown last', () => {
  const many = Array.from({ length: 20 }, (_, at) => device(`CAM-000000${at + 10}`, `Side gate ${at}`))
  const found = [device('CAM-00000001', 'Gate', { Alias: 'Way in' }), ...many, device('CAM-00000002', 'Gate')]
  const [devices] = answering('gate', [], [], found, { ...ALL, configure: undefined })
  expect(devices?.options.map(({ label }) => label)).toEqual([
    'Gate',
    'Side gate 0',
    'Side gate 1',
    'Side gate 2',
    'Side gate 3',
  ])
  expect(devices?.options).toHaveLength(MOST_DEVICES)
  const hidden = answering('gate', [], [], found.slice(0, 1), ALL)
  expect(hidden[0]?.options[0]?.label).toBe('Way in')
})

test('nothing is offered that the person may not do, nor a picture that a gateway does not have', () => {
  const [gateway, camera] = [device('GATE-0000001', 'Gate', { DevType: 7 }), device('CAM-00000001', 'Gate')]
  expect(shown(answering('gate', [], [], [gateway, camera], NONE))).toEqual([])
  expect(shown(answering('gate', [], [], [gateway], ALL))).toEqual([['settings', 'configure GATE-0000001']])
})

test('the latest five choices are kept for each account, each once', () => {
  const watch = answering('gate', [], [], [device('CAM-00000001', 'Gate')], ALL)[0]?.options[0]
  if (!watch) throw new Error('no option')
  for (const it of [...PAGES, ...ACTIONS, watch, ...PAGES]) rememberChosen('a', chosenOf(it))
  rememberChosen('b', chosenOf(watch))
  expect(latelyOf('a').map(({ id }) => id)).toEqual([
    'page /deviceManger',
    'page /realTimeVideo',
    'watch CAM-00000001',
    'action theme-light',
    'action layout-4',
  ])
  expect(latelyOf('b')).toEqual([{ id: 'watch CAM-00000001', name: 'Gate' }])
  const [again] = standing([], [], latelyOf('b'), ALL)[0]?.options ?? []
  expect(again && chosenOf(again)).toEqual({ id: 'watch CAM-00000001', name: 'Gate' })
})
