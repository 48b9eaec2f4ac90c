/** Databases on the PostgreSQL server at `VEDETTE_TEST_DATABASE_URL`. */
import pg from 'pg'

export function newDatabaseName(): string {
  return `vedette_test_${crypto.randomUUID().replaceAll('-', '')}`
}

export function databaseAt(server: string, name: string): URL {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url
}

export async function administrate(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(sql)
  await client.end()
}
