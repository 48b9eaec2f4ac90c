/** A PostgreSQL database of the story's own on the server that CI names, dropped afterwards. */
import { Client } from 'pg'

export interface Database {
  url: string
  drop(): Promise<void>
}

export async function createDatabase(server: string): Promise<Database> {
  const name = `vedette_story_${crypto.randomUUID().replaceAll('-', '')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await administrate(server, `create database ${name}`)
  return { url: url.href, drop: () => administrate(server, `drop database ${name} with (force)`) }
}

async function administrate(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
