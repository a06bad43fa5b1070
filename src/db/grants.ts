import type { Sql, TransactionSql } from 'postgres';
import { MIGRATION_LOCK } from './migrate.ts';

/** Lets the app's role read and write rows, and change no table. Repeated after every migration. */
export async function grantTo(owner: Sql, role: string): Promise<void> {
  if (await requireOtherRole(owner, role)) await owner.begin((sql) => grant(sql, role));
}

/** False where the role is the owner itself, which needs no grants. */
export async function requireOtherRole(owner: Sql, role: string): Promise<boolean> {
  const [known] = await owner<{ isSame: boolean; isMember: boolean }[]>`
    select rolname = current_user as "isSame", rolsuper or pg_has_role(rolname, current_user, 'usage') as "isMember" from pg_roles where rolname = ${role}`;
  if (!known) throw new Error(`There is no role ${role}, which DATABASE_URL names: create it first (docs/deploying.md)`);
  if (known.isSame) return false;
  if (known.isMember)
    throw new Error(`The role ${role}, which DATABASE_URL names, has all rights of the owner: it must be another role (docs/deploying.md)`);
  return true;
}

/** Functions and types need no grant: PostgreSQL lets everybody use them. */
async function grant(sql: TransactionSql, role: string): Promise<void> {
  const app = sql(role);
  // PostgreSQL refuses concurrent grants: "tuple concurrently updated".
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
  await sql`revoke create on schema public from public`;
  await sql`grant usage on schema public, drizzle to ${app}`;
  await sql`grant select on drizzle.__drizzle_migrations to ${app}`;
  await sql`grant select, insert, update, delete on all tables in schema public to ${app}`;
  await sql`grant usage on all sequences in schema public to ${app}`;
  await sql`revoke update, delete on audit_entries from ${app}`;
  // What a migration creates is open to the app at once, although the grants above come after it.
  await sql`alter default privileges in schema public grant select, insert, update, delete on tables to ${app}`;
  await sql`alter default privileges in schema public grant usage on sequences to ${app}`;
  await closeDatabase(sql, role);
}

/** By default everybody may connect to a database and make temporary tables in it. */
async function closeDatabase(sql: TransactionSql, role: string): Promise<void> {
  const [database] = await sql<{ name: string; isOwn: boolean }[]>`
    select datname as name, pg_has_role(datdba, 'usage') as "isOwn" from pg_database where datname = current_database()`;
  if (!database?.isOwn) return;
  await sql`revoke connect, temporary on database ${sql(database.name)} from public`;
  await sql`grant connect on database ${sql(database.name)} to ${sql(role)}`;
}
