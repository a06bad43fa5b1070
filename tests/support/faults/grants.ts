import type { Sql } from 'postgres';

/** Who may do what, with roles under the names that `roles` gives them, so that two databases can be compared. */
export async function readGrants(sql: Sql, roles: Record<string, string>) {
  const named = (text: string) => Object.entries(roles).reduce((all, [role, name]) => all.replaceAll(role, name), text);
  const found = await sql<{ part: string }[]>`
    select relname || ' ' || coalesce(relacl::text, '') || ' ' || relkind::text as part from pg_class where relnamespace::regnamespace::text in ('public', 'drizzle')
    union all select nspname || ' ' || coalesce(nspacl::text, '') from pg_namespace where nspname in ('public', 'drizzle')
    union all select defaclobjtype::text || ' ' || defaclacl::text from pg_default_acl
    union all select typname || ' ' || string_agg(enumlabel, ' ' order by enumsortorder) from pg_enum join pg_type on pg_type.oid = enumtypid group by typname
    union all select viewname || ' ' || definition from pg_views where schemaname = 'public'
    union all select extname from pg_extension
    union all select coalesce(datacl::text, '') from pg_database where datname = current_database()
    order by 1`;
  return found.map(({ part }) => named(part));
}
