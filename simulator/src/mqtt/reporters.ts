/** The devices without pictures: gateways that report what their sensors measure, scanning guns that report codes. */
import type { Device } from '../device.ts'
import { jsonOf } from '../json.ts'
import { type Connection, keepConnected } from './connection.ts'
import { Download, UpgradeOrder } from './download.ts'
import { type Reading, readingsOf } from './sensors.ts'

const REPORT_EVERY_MS = 5000
/** Scans in one message; a gun that was long away needs several. */
const SCANS_AT_ONCE = 100
const MOST_UNTOLD = 1000

export interface Scan {
  code: string
  symbology?: string | undefined
}

interface Reporter {
  device: Device
  connection: Connection | undefined
  /** What was set on command, by the sensor's name: it says so until it is released. */
  held: Map<string, Reading>
  /** Scanned and not yet acknowledged, oldest first: a gun that is away keeps them. */
  untold: (Scan & { at: number })[]
  isTelling: boolean
  download: Download | undefined
  /** Taken; how it went is told after the restart. */
  installing: UpgradeOrder | undefined
}

export class Reporters {
  private readonly all = new Map<Device, Reporter>()
  private readonly log: (line: string) => void
  private readonly upgrade: (device: Device, version: string) => void
  private readonly rounds: NodeJS.Timeout
  private port: number | undefined

  constructor(
    devices: Iterable<Device>,
    upgrade: (device: Device, version: string) => void,
    log: (line: string) => void,
  ) {
    this.upgrade = upgrade
    this.log = log
    for (const device of devices)
      if (device.type === 'iotGate' || device.type === 'barcodeGun')
        this.all.set(device, {
          device,
          connection: undefined,
          held: new Map(),
          untold: [],
          isTelling: false,
          download: undefined,
          installing: undefined,
        })
    this.rounds = setInterval(() => {
      for (const reporter of this.all.values()) {
        void this.report(reporter)
        void this.tell(reporter)
      }
    }, REPORT_EVERY_MS)
  }

  /** Where the platform's broker listens: all connect there, and are kept connected. */
  connectTo(port: number) {
    this.port = port
    for (const device of this.all.keys()) this.back(device)
  }

  gone(device: Device) {
    this.all.get(device)?.connection?.cut()
  }

  back(device: Device) {
    const reporter = this.all.get(device)
    if (reporter === undefined || this.port === undefined) return
    reporter.connection?.cut()
    reporter.connection = undefined
    if (device.state !== 'online' && device.state !== 'frozen') return
    const connection = keepConnected({
      port: this.port,
      did: device.did,
      secret: device.licence,
      onOpen: () => {
        void this.introduce(reporter)
        void this.report(reporter)
        void this.tell(reporter)
      },
      onTold: (topic, payload) =>
        topic === 'command' ? this.begin(reporter, payload) : this.take(reporter, payload),
      log: this.log,
    })
    reporter.connection = connection
  }

  /** Returns whether the device is a gun. */
  scan(device: Device, scan: Scan): boolean {
    const reporter = this.all.get(device)
    if (reporter === undefined || device.type !== 'barcodeGun') return false
    reporter.untold.push({ ...scan, at: Date.now() })
    if (reporter.untold.length > MOST_UNTOLD) reporter.untold.shift()
    void this.tell(reporter)
    return true
  }

  /** Sets a sensor, or without a value gives it back to the script. Returns whether the device is a gateway. */
  sensor(device: Device, sensor: string, reading: Reading | undefined): boolean {
    const reporter = this.all.get(device)
    if (reporter === undefined || device.type !== 'iotGate') return false
    if (reading === undefined) reporter.held.delete(sensor)
    else reporter.held.set(sensor, reading)
    void this.report(reporter)
    return true
  }

  end() {
    clearInterval(this.rounds)
    for (const { connection } of this.all.values()) connection?.cut()
  }

  private async report({ device, connection, held }: Reporter): Promise<void> {
    if (connection === undefined || device.type !== 'iotGate' || device.state !== 'online') return
    const at = Date.now()
    const script = readingsOf(device, at)
    const named = new Map(script.map((reading) => [reading.sensor, reading]))
    for (const [sensor, reading] of held) named.set(sensor, { ...named.get(sensor), ...reading })
    await connection.say('sensors', { readings: [...named.values()].map((reading) => ({ ...reading, at })) })
  }

  private async introduce(reporter: Reporter): Promise<void> {
    const { device, connection, installing } = reporter
    reporter.installing = undefined
    reporter.download = undefined
    await connection?.say('info', { model: device.model, firmware: device.firmware })
    if (installing === undefined) return
    const state = device.firmware === installing.version ? 'done' : 'failed'
    await connection?.say('upgrade', { job: installing.job, state, progress: state === 'done' ? 100 : 0 })
  }

  private begin(reporter: Reporter, payload: Buffer) {
    const order = UpgradeOrder.safeParse(jsonOf(payload.toString('utf8')))
    if (order.success) reporter.download = new Download(order.data, reporter.device.model)
  }

  private take(reporter: Reporter, piece: Buffer) {
    const { device, connection, download } = reporter
    if (download === undefined) return
    const { job, version } = download.order
    const progress = download.take(piece)
    if (progress.state === 'coming') {
      if (progress.percent !== undefined)
        void connection?.say('upgrade', { job, state: 'downloading', progress: progress.percent })
      return
    }
    reporter.download = undefined
    if (progress.state === 'bad') {
      void connection?.say('upgrade', { job, state: 'failed', reason: progress.reason })
      return
    }
    void connection?.say('upgrade', { job, state: 'installing', progress: 100 })
    reporter.installing = download.order
    this.upgrade(device, version)
  }

  private async tell(reporter: Reporter): Promise<void> {
    if (reporter.isTelling) return
    reporter.isTelling = true
    let isHeard = true
    while (isHeard && reporter.untold.length > 0 && reporter.device.state === 'online') {
      const scans = reporter.untold.slice(0, SCANS_AT_ONCE)
      isHeard = (await reporter.connection?.say('scan', { scans })) ?? false
      if (isHeard) reporter.untold = reporter.untold.filter((scan) => !scans.includes(scan))
    }
    reporter.isTelling = false
  }
}
