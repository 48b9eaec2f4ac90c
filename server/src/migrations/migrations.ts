import type { CompiledQuery, SchemaModule } from 'kysely'
import { spine } from './0001-spine.ts'
import { ownAccount } from './0020-own-account.ts'
import { regionsAndPreviews } from './0030-regions-and-previews.ts'
import { audit } from './0031-audit.ts'
import { recording } from './0010-recording.ts'
import { deviceFacts } from './0040-device-facts.ts'
import { jobs } from './0041-jobs.ts'
import { homeRegions } from './0050-home-regions.ts'
import { gateways } from './0051-gateways.ts'
import { deviceSettings } from './0052-device-settings.ts'
import { firmware } from './0053-firmware.ts'
import { transfers } from './0054-transfers.ts'
import { knownDevices } from './0060-known-devices.ts'
import { identityProviders } from './0072-identity-providers.ts'
import { invitations } from './0073-invitations.ts'
import { pictures } from './0074-pictures.ts'
import { presence } from './0077-presence.ts'
import { deviceLists } from './0080-device-lists.ts'
import { historyStays } from './0081-history-stays.ts'
import { photosAndLogOuts } from './0087-photos-and-log-outs.ts'
import { deviceFilters } from './0090-device-filters.ts'
import { secretKey } from './0093-secret-key.ts'
import { footageLeftBehind } from './0100-footage-left-behind.ts'
import { walls } from './0130-walls.ts'
import { namedWalls } from './0131-named-walls.ts'
import { patrolTours } from './0133-patrol-tours.ts'
import { pictureKeeping } from './0132-picture-keeping.ts'
import { album } from './0140-album.ts'
import { events } from './0150-events.ts'
import { sensorLimits } from './0151-sensor-limits.ts'
import { alarmForwarding } from './0152-alarm-forwarding.ts'
import { alarmNotices } from './0180-alarm-notices.ts'
import { pushDevices } from './0181-push-devices.ts'
import { talkPhrases } from './0182-talk-phrases.ts'
import { community } from './0190-community.ts'
import { maps } from './0200-maps.ts'
import { peopleLists } from './0201-people-lists.ts'
import { alarmFilters } from './0205-alarm-filters.ts'
import { roleFolders } from './0206-role-folders.ts'
import { alarmLists } from './0207-alarm-lists.ts'
import { ptzPresets } from './0210-ptz-presets.ts'
import { ptzTours } from './0211-ptz-tours.ts'
import { fillPeopleSearch, peopleSearch } from './0212-people-search.ts'
import { ownMotion } from './0160-own-motion.ts'
import { exports } from './0171-exports.ts'
import { recordModes } from './0172-record-modes.ts'
import { goneLinks } from './archive-index/0004-gone-links.ts'
import { recordChecks } from './0173-record-checks.ts'
import { lockEnds } from './0174-lock-ends.ts'
import { filled } from './archive-index/0025-filled.ts'
import { pathsTold } from './archive-index/0026-paths-told.ts'
import { linksBefore } from './archive-index/0003-links-before.ts'
import { segments } from './archive-index/0001-segments.ts'
import { seals } from './archive-index/0002-seals.ts'
import { createTable, createTables, type Fill, type Table } from './table.ts'

interface Migration {
  readonly number: number
  readonly name: string
  readonly statements: (schema: SchemaModule, engine: 'sqlite' | 'postgres') => CompiledQuery[]
  /** After the statements. */
  readonly fill?: Fill
}

/** A schema of its own, with the table that keeps which of its migrations a database has had. */
export interface MigrationSet {
  readonly table: string
  readonly migrations: readonly Migration[]
}

const creating = (number: number, name: string, tables: readonly Table[]): Migration => ({
  number,
  name,
  statements: (schema, engine) => tables.flatMap((table) => createTable(schema, engine, table)),
})

/** Sorted by number. One that was released is never changed: a further one corrects it. */
export const migrations: readonly Migration[] = [
  {
    number: 1,
    name: 'spine',
    statements: (schema, engine) => spine.flatMap((table) => createTable(schema, engine, table)),
  },
  creating(10, 'recording', recording),
  { number: 20, name: 'own-account', statements: ownAccount },
  { number: 30, name: 'regions-and-previews', statements: regionsAndPreviews },
  { number: 31, name: 'audit', statements: audit },
  { number: 40, name: 'device-facts', statements: deviceFacts },
  { number: 41, name: 'jobs', statements: (schema, engine) => createTables(schema, engine, jobs) },
  creating(50, 'home-regions', homeRegions),
  creating(51, 'gateways', gateways),
  creating(52, 'device-settings', deviceSettings),
  creating(53, 'firmware', firmware),
  creating(54, 'transfers', transfers),
  creating(60, 'known-devices', knownDevices),
  creating(72, 'identity-providers', identityProviders),
  creating(73, 'invitations', invitations),
  creating(74, 'pictures', pictures),
  creating(77, 'presence', presence),
  { number: 80, name: 'device-lists', statements: deviceLists },
  { number: 81, name: 'history-stays', statements: historyStays },
  { number: 87, name: 'photos-and-log-outs', statements: photosAndLogOuts },
  creating(90, 'device-filters', deviceFilters),
  creating(93, 'secret-key', secretKey),
  creating(100, 'footage-left-behind', footageLeftBehind),
  creating(130, 'walls', walls),
  { number: 131, name: 'named-walls', statements: namedWalls },
  creating(132, 'picture-keeping', pictureKeeping),
  creating(133, 'patrol-tours', patrolTours),
  creating(140, 'album', album),
  creating(150, 'events', events),
  creating(151, 'sensor-limits', sensorLimits),
  creating(152, 'alarm-forwarding', alarmForwarding),
  { number: 160, name: 'own-motion', statements: ownMotion },
  creating(171, 'exports', exports),
  { number: 172, name: 'record-modes', statements: recordModes },
  creating(173, 'record-checks', recordChecks),
  { number: 174, name: 'lock-ends', statements: lockEnds },
  creating(180, 'alarm-notices', alarmNotices),
  creating(181, 'push-devices', pushDevices),
  creating(182, 'talk-phrases', talkPhrases),
  creating(190, 'community', community),
  creating(200, 'maps', maps),
  { number: 201, name: 'people-lists', statements: peopleLists },
  { number: 205, name: 'alarm-filters', statements: alarmFilters },
  { number: 206, name: 'role-folders', statements: roleFolders },
  { number: 207, name: 'alarm-lists', statements: alarmLists },
  creating(210, 'ptz-presets', ptzPresets),
  creating(211, 'ptz-tours', ptzTours),
  { number: 212, name: 'people-search', statements: peopleSearch, fill: fillPeopleSearch },
]

export const mainSchema: MigrationSet = { table: 'migration', migrations }

/** What is recorded where: a file of its own beside SQLite's main one, tables of the same database on PostgreSQL. */
export const archiveIndexSchema: MigrationSet = {
  table: 'archive_index_migration',
  migrations: [
    creating(1, 'segments', segments),
    creating(2, 'seals', seals),
    { number: 3, name: 'links-before', statements: linksBefore },
    { number: 4, name: 'gone-links', statements: goneLinks },
    { number: 25, name: 'filled', statements: filled },
    { number: 26, name: 'paths-told', statements: pathsTold },
  ],
}

/** What a data folder is marked with once the migrations have run. */
export const dataVersion = Math.max(...migrations.map(({ number }) => number))

/** Where a database keeps the numbers of the migrations that it has had. */
export function createMigrationTable(schema: SchemaModule, table: string): CompiledQuery {
  return schema
    .createTable(table)
    .ifNotExists()
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .compile()
}
