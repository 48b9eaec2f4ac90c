import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { PtzDrive } from './drive.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settled = () => vi.advanceTimersByTimeAsync(0)

/** Each answer comes when the test gives it: whether the camera was told. */
function onSlowLink() {
  const answers: ((isTold: boolean) => void)[] = []
  const said: string[] = []
  const drive = new PtzDrive((control, type) => {
    said.push(`${control} ${type}`)
    return new Promise((resolve) => answers.push(resolve))
  })
  return { drive, said, answers }
}

test('what is held is said again until it is let go', async () => {
  const said: string[] = []
  const drive = new PtzDrive((control, type, step) =>
    Promise.resolve(said.push(`${control} ${type} ${step}`) > 0),
  )
  drive.start('left', 5)
  drive.start('left', 5)
  drive.start('zoomIn', 2)
  await vi.advanceTimersByTimeAsync(250)
  expect(said).toEqual(['start left 5', 'start zoomIn 2', 'start left 5', 'start zoomIn 2'])
  drive.start('rightUp', 9)
  drive.stop('left')
  await vi.advanceTimersByTimeAsync(250)
  expect(said.slice(4)).toEqual(['start rightUp 9', 'stop rightUp 9', 'start zoomIn 2'])
  drive.stopAll()
  await vi.advanceTimersByTimeAsync(2000)
  expect(said.slice(7)).toEqual(['stop zoomIn 2'])
})

test('a stop never overtakes its start, and a slow link is not flooded', async () => {
  const { drive, said, answers } = onSlowLink()
  drive.start('up', 5)
  await vi.advanceTimersByTimeAsync(2000)
  drive.stop('up')
  await settled()
  expect(said).toEqual(['start up'])
  answers[0]?.(true)
  await settled()
  expect(said).toEqual(['start up', 'stop up'])
})

test('what is asked for next waits for a stop that is still on its way', async () => {
  const { drive, said, answers } = onSlowLink()
  drive.start('up', 5)
  drive.stop('up')
  void drive.said.then(() => said.push('preset'))
  await settled()
  answers[0]?.(true)
  await settled()
  expect(said).toEqual(['start up', 'stop up'])
  answers[1]?.(true)
  await settled()
  expect(said).toEqual(['start up', 'stop up', 'preset'])
})

test('a stop that fails does not cancel what was pressed since', async () => {
  const { drive, said, answers } = onSlowLink()
  drive.start('up', 5)
  drive.stop('up')
  await settled()
  answers[0]?.(true)
  await settled()
  drive.start('down', 5)
  answers[1]?.(false)
  await settled()
  expect([said, drive.isMoving]).toEqual([['start up', 'stop up', 'start down'], true])
  drive.stopAll()
  answers[2]?.(true)
  await settled()
  expect(said.at(-1)).toBe('stop down')
})

test('what is refused is not asked for again until the next press', async () => {
  const said: string[] = []
  const drive = new PtzDrive((control) => {
    said.push(control)
    return Promise.resolve(false)
  })
  drive.start('up', 5)
  await vi.advanceTimersByTimeAsync(3000)
  expect([said, drive.isMoving]).toEqual([['start'], false])
  drive.start('up', 5)
  await settled()
  expect(said).toEqual(['start', 'start'])
  drive.stopAll()
})
