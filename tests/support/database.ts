import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Connection, type ConnectOptions, connect, type Db } from '#db/client.ts';
import { inDatabase } from './cluster.ts';

export type TestDatabase = { readonly db: Db; readonly sql: Connection['sql']; readonly url: string; readonly connection: Connection };

export function useDatabase(options: ConnectOptions = { max: 10 }): TestDatabase {
  const name = `t_${randomBytes(8).toString('hex')}`;
  const adminUrl = inject('adminUrl');
  const url = inDatabase(adminUrl, name);
  let connection: Connection | undefined;

  const connected = () => {
    if (!connection) throw new Error('the database is there from beforeAll on');
    return connection;
  };
  beforeAll(async () => {
    await asAdmin(adminUrl, (sql) => sql`create database ${sql(name)} template ${sql(inject('template'))} strategy file_copy`);
    connection = connect(url, options);
  });
  afterAll(async () => {
    await connection?.close();
    await asAdmin(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
  });

  return {
    url,
    get db() {
      return connected().db;
    },
    get sql() {
      return connected().sql;
    },
    get connection() {
      return connected();
    },
  };
}

async function asAdmin(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
