import { beforeAll, describe, expect, test } from 'vitest';
import { EVERYWHERE } from '#db/schema/listing.ts';
import { countListed, listedTutors, type Order, type SortKeys, type Wanted } from '#server/features/tutors/listed-tutors.queries.ts';
import { tutorCards } from '#server/features/tutors/tutor-cards.queries.ts';
import { SEARCH_SORTS, SORT_DIRECTIONS } from '#shared/vocabulary/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { manyTutors } from '#tests/support/many-tutors.ts';
import { PLAN_MODES, planOf } from '#tests/support/plans.ts';
import { type Statement, watched } from '#tests/support/statements.ts';

const database = useDatabase({ max: 2, statementTimeoutMs: 0 });
const TUTORS = 20_000;
/** Whoever reads one of these from end to end reads more the more tutors there are. */
const GROWING = [
  'tutor_listings',
  'tutor_texts',
  'tutor_profiles',
  'users',
  'tutor_subjects',
  'tutor_subject_topics',
  'tutor_modes',
  'bookings',
  'reviews',
];

const INDEX: Record<Order, string> = {
  'rating.desc': 'tutor_listings_rating_desc_idx',
  'rating.asc': 'tutor_listings_rating_asc_idx',
  'price.desc': 'tutor_listings_price_desc_idx',
  'price.asc': 'tutor_listings_price_asc_idx',
  'experience.desc': 'tutor_listings_experience_desc_idx',
  'experience.asc': 'tutor_listings_experience_asc_idx',
  'name.desc': 'tutor_listings_name_idx',
  'name.asc': 'tutor_listings_name_idx',
  'createdAt.desc': 'tutor_listings_newest_idx',
  'createdAt.asc': 'tutor_listings_newest_idx',
};
const ORDERS = SEARCH_SORTS.flatMap((sort) => SORT_DIRECTIONS.map((direction): Order => `${sort}.${direction}`));

const ALL: Wanted = { scopes: [EVERYWHERE], isCounted: false, filters: null, words: null, locations: null };
const WOMEN_ONLINE = { online: true, homeVisit: false, group: false, female: true, verified: null, minRating: 350 };

const scopes: Record<'everywhere' | 'category' | 'subject' | 'topic', string> = { everywhere: EVERYWHERE, category: '', subject: '', topic: '' };

beforeAll(async () => {
  await database.sql`alter database ${database.sql(new URL(database.url).pathname.slice(1))} set jit = off`;
  await manyTutors(database, TUTORS);
  const [found] = await database.sql<[{ category: string; subject: string; topic: string }]>`
    select md5('category 3')::uuid as category, md5('subject 7')::uuid as subject, md5('topic 7 2')::uuid as topic`;
  Object.assign(scopes, found);
}, 120_000);

/** The one statement that this sends. */
async function sentBy(work: (db: ReturnType<typeof watched>['db']) => Promise<unknown>): Promise<Statement> {
  const { db, statements } = watched(database);
  await work(db);
  const [statement] = statements;
  if (!statement || statements.length > 1) throw new Error(`expected one statement, got ${statements.length}`);
  return statement;
}

/** Far into the pages, without reading those before. */
async function keysOf(wanted: Wanted, order: Order, offset: number): Promise<SortKeys> {
  const [row] = await listedTutors(database.db, wanted, { order, limit: 1, offset });
  return JSON.parse(row?.keys ?? '[]');
}

describe.each(PLAN_MODES)('with %s', (mode) => {
  describe.each(ORDERS)('a page by %s reads its index in order', (order) => {
    test.each<[string, keyof typeof scopes, Wanted['filters']]>([
      ['everywhere', 'everywhere', null],
      ['in a subject', 'subject', null],
      ['in a category, filtered', 'category', WOMEN_ONLINE],
      ['everywhere, filtered', 'everywhere', WOMEN_ONLINE],
    ])('%s: the first, those after a cursor, those far in, and numbered ones', async (_, scope, filters) => {
      const wanted = { ...ALL, scopes: [scopes[scope]], filters };
      const far = scope === 'everywhere' && !filters ? 15_000 : 20;
      const places = [
        { limit: 24 },
        { limit: 24, after: await keysOf(wanted, order, 2) },
        { limit: 24, after: await keysOf(wanted, order, far) },
        { limit: 100, after: await keysOf(wanted, order, 2) },
        { limit: 24, offset: 48 },
      ];
      for (const place of places) {
        const plan = await planOf(database, await sentBy((db) => listedTutors(db, wanted, { order, ...place })), mode);
        expect.soft(plan, plan.text).toMatchObject({ indexes: [INDEX[order]], sorts: false, scanned: [] });
      }
    });
  });

  test.each<[string, string | null, string | null]>([
    ['a rare word', '%1a2b%', null],
    ['a word that nobody has', '%qzqzq%', null],
    ['a common word', '%perera%', null],
    ['a word in Sinhala', '%ජයසූරිය%', null],
    ['two letters', '%ab%', null],
    ['a location', null, '%galle%'],
    ['a word and a location', '%nimal%', '%colombo%'],
    ['a word and two letters of a location', '%nimal%', '%el%'],
  ])('a search for %s reads no growing table from end to end, nor does its count', async (_, words, locations) => {
    for (const scope of Object.values(scopes)) {
      const wanted = { ...ALL, scopes: [scope], words, locations };
      const statements = [
        await sentBy((db) => countListed(db, wanted)),
        await sentBy((db) => listedTutors(db, wanted, { order: 'rating.desc', limit: 24 })),
        await sentBy((db) => listedTutors(db, { ...wanted, filters: WOMEN_ONLINE }, { order: 'price.asc', limit: 24 })),
        await sentBy((db) => listedTutors(db, wanted, { order: 'name.asc', limit: 24, offset: 24 })),
      ];
      for (const statement of statements) {
        const plan = await planOf(database, statement, mode);
        expect
          .soft(
            plan.scanned.filter((table) => GROWING.includes(table)),
            plan.text,
          )
          .toEqual([]);
      }
    }
  });

  test.each(['%1a2b%', '%qzqzq%'])('the rare word %s is looked up', async (words) => {
    const statement = await sentBy((db) => listedTutors(db, { ...ALL, words }, { order: 'rating.desc', limit: 24 }));
    expect((await planOf(database, statement, mode)).indexes).toContain('tutor_texts_words_idx');
  });

  test('counts, several scopes and cards read no growing table from end to end', async () => {
    const several = { ...ALL, scopes: [scopes.topic, scopes.subject] };
    const [row] = await listedTutors(database.db, ALL, { order: 'rating.desc', limit: 24 });
    const after = await keysOf(several, 'rating.desc', 3);
    const statements = [
      await sentBy((db) => countListed(db, ALL)),
      await sentBy((db) => countListed(db, { ...ALL, filters: WOMEN_ONLINE })),
      await sentBy((db) => countListed(db, { ...ALL, scopes: [scopes.subject], isCounted: true })),
      await sentBy((db) => countListed(db, several)),
      await sentBy((db) => listedTutors(db, several, { order: 'price.asc', limit: 24 })),
      await sentBy((db) => listedTutors(db, several, { order: 'rating.desc', limit: 24, after })),
      await sentBy((db) => tutorCards(db, [row?.id ?? ''], [scopes.topic])),
    ];
    for (const statement of statements) {
      const plan = await planOf(database, statement, mode);
      expect
        .soft(
          plan.scanned.filter((table) => GROWING.includes(table)),
          plan.text,
        )
        .toEqual([]);
    }
  });
});
