import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { refreshListing } from '#db/listing.ts';
import { makeBulk } from '#seed/bulk.ts';
import { saveProfileInput } from '#shared/contracts/tutors.ts';
import { useDatabase } from '#tests/support/database.ts';

const TUTORS = 200;

const template = useDatabase();
const database = `bulk_${randomBytes(6).toString('hex')}`;
const filesDir = mkdtempSync(join(tmpdir(), 'vidya-bulk-'));
let bulk: Connection;

beforeAll(async () => {
  const url = await makeBulk({
    serverUrl: template.url,
    database,
    tutors: TUTORS,
    today: '2026-11-21',
    appTimezone: 'Asia/Colombo',
    migrations: 'drizzle',
    filesDir,
  });
  bulk = connect(url, { max: 2 });
});
afterAll(async () => {
  await bulk.close();
  await template.sql.unsafe(`drop database if exists ${database} with (force)`);
  rmSync(filesDir, { recursive: true, force: true });
});

const structureOf = async (sql: Sql) => ({
  constraints: await sql`
    select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition, convalidated
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
  indexes: await sql`select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`,
});

const listingsOf = async (sql: Sql) => ({
  listings: await sql`select * from tutor_listings order by tutor_id, scope`,
  texts: await sql`select * from tutor_texts order by tutor_id`,
  counts: await sql`select * from listing_counts where tutors <> 0 order by scope`,
  words: await sql`select * from listing_words order by word`,
  counters: await sql`select id, rating, total_reviews, total_students, total_sessions, total_earnings_cents from tutor_profiles order by id`,
});

describe('tutors made in bulk', () => {
  test('leave every key, constraint and index as the migrations make them', async () => {
    expect(await structureOf(bulk.sql)).toEqual(await structureOf(template.sql));
  });

  test('are as many as asked for, and most of them are listed', async () => {
    const [count] = await bulk.sql`
      select (select count(*) from tutor_profiles)::int as tutors, (select count(distinct tutor_id) from tutor_listings)::int as listed,
        (select count(distinct rating) from tutor_listings)::int as ratings, (select count(distinct price) from tutor_listings)::int as prices`;
    expect(count?.tutors).toBe(TUTORS);
    expect(count?.listed).toBeGreaterThan(TUTORS * 0.85);
    expect(count?.ratings).toBeGreaterThan(10);
    expect(count?.prices).toBeGreaterThan(30);
  });

  test('are listed as any command would list them', async () => {
    const before = await listingsOf(bulk.sql);
    const ids = await bulk.sql<{ id: string }[]>`select id from tutor_profiles`;
    await refreshListing(
      bulk.db,
      ids.map(({ id }) => id),
    );
    expect(await listingsOf(bulk.sql)).toEqual(before);

    await bulk.sql`truncate tutor_listings, tutor_texts, listing_words, listing_counts`;
    await refreshListing(
      bulk.db,
      ids.map(({ id }) => id),
    );
    expect(await listingsOf(bulk.sql)).toEqual(before);
  });

  test('have sessions to come inside the hours they publish, and days off', async () => {
    const [plans] = await bulk.sql`
      select (select count(*) from bookings where status in ('pending', 'confirmed') and start_time > '2026-11-22')::int as sessions,
        (select count(*) from bookings where status in ('pending', 'confirmed') and not exists (
          select from tutor_subjects taught join tutor_slots slot on slot.tutor_subject_id = taught.id
          where taught.tutor_id = bookings.tutor_id and taught.subject_id = bookings.subject_id
            and slot.day = (enum_range(null::weekday))[extract(isodow from start_time at time zone 'Asia/Colombo')::int]
            and (start_time at time zone 'Asia/Colombo')::time >= make_time(slot.start_minute / 60, slot.start_minute % 60, 0)
            and (end_time at time zone 'Asia/Colombo')::time <= make_time(slot.end_minute / 60, slot.end_minute % 60, 0)
        ))::int as outside, (select count(*) from tutor_days_off)::int as off`;
    expect(plans?.sessions).toBeGreaterThan(TUTORS / 10);
    expect(plans?.outside).toBe(0);
    expect(plans?.off).toBeGreaterThan(0);
  });

  test('keep the rules of a profile', async () => {
    const rows = await bulk.sql`
      select phone, bio, gender, social_media as "socialMedia", teaching_mediums::text[] as "teachingMediums", available_locations as "availableLocations",
        (select json_agg(json_build_object('degree', degree, 'institution', institution, 'year', year)) from tutor_education where tutor_id = profile.id) as education
      from tutor_profiles profile`;
    expect(rows.flatMap((row) => saveProfileInput.safeParse(row).error?.issues ?? [])).toEqual([]);
    const [wrong] = await bulk.sql`
      select count(*)::int as days from (
        select from tutor_slots group by tutor_subject_id, day having count(*) > 3
      ) crowded`;
    expect(wrong?.days).toBe(0);
  });
});
