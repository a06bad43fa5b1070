import { beforeAll, describe, expect, test } from 'vitest';
import { EVERYWHERE } from '#db/schema/listing.ts';
import { countListed, listedTutors } from '#server/features/tutors/listed-tutors.queries.ts';
import { tutorCards } from '#server/features/tutors/tutor-cards.queries.ts';
import { useDatabase } from '#tests/support/database.ts';
import { manyTutors } from '#tests/support/many-tutors.ts';
import { blocksTouched, PLAN_MODES, planOf } from '#tests/support/plans.ts';
import { ALL, INDEX, keysAt, NO_FILTER, ORDERS, scopesIn, sentBy, TEXTS } from '#tests/support/search-plans.ts';

const database = useDatabase({ max: 2, statementTimeoutMs: 0 });
const WOMEN_ONLINE = { ...NO_FILTER, online: true, female: true, minRating: 350 };
const scopes = { everywhere: EVERYWHERE, category: '', subject: '', topic: '' };

beforeAll(async () => {
  await manyTutors(database, 20_000);
  Object.assign(scopes, await scopesIn(database));
}, 120_000);

describe.each(PLAN_MODES)('with %s', (mode) => {
  describe.each(ORDERS)('a page by %s reads its index in order', (order) => {
    test.each([
      ['everywhere', 'everywhere', null, 15_000],
      ['in a subject', 'subject', null, 150],
      ['in a category, filtered', 'category', WOMEN_ONLINE, 50],
      ['everywhere, filtered', 'everywhere', WOMEN_ONLINE, 1_000],
    ] as const)('%s: the first, the next, one far in, and numbered ones', async (_, scope, filters, far) => {
      const wanted = { ...ALL, scopes: [scopes[scope]], filters };
      const places = [
        { limit: 24 },
        { limit: 24, after: await keysAt(database, wanted, { order, offset: 2 }) },
        { limit: 24, after: await keysAt(database, wanted, { order, offset: far }) },
        { limit: 100, after: await keysAt(database, wanted, { order, offset: 2 }) },
        { limit: 24, offset: 48 },
      ];
      for (const place of places) {
        const statement = await sentBy(database, (db) => listedTutors(db, wanted, { order, ...place }));
        const plan = await planOf(database, statement, mode);
        expect.soft(plan, plan.text).toMatchObject({ indexes: [INDEX[order]], sorts: false, read: [] });
        expect.soft(await blocksTouched(database, statement, mode), 'blocks touched').toBeLessThan(60);
      }
    });
  });

  test.each(TEXTS)('a search for %s reads no growing table from end to end, nor does its count', async (_, text) => {
    for (const scope of Object.values(scopes)) {
      const wanted = { ...ALL, ...text, scopes: [scope] };
      const statements = [
        await sentBy(database, (db) => countListed(db, wanted)),
        await sentBy(database, (db) => listedTutors(db, wanted, { order: 'rating.desc', limit: 24 })),
        await sentBy(database, (db) => listedTutors(db, { ...wanted, filters: WOMEN_ONLINE }, { order: 'price.asc', limit: 24 })),
        await sentBy(database, (db) => listedTutors(db, wanted, { order: 'name.asc', limit: 24, offset: 24 })),
      ];
      for (const statement of statements) {
        const plan = await planOf(database, statement, mode);
        expect.soft(plan.read, plan.text).toEqual([]);
      }
    }
  });

  test.each([
    ['1a2b', 'tutor_texts_words_idx'],
    ['qzqzq', 'tutor_texts_words_idx'],
    ['zq', 'tutor_texts_pieces_idx'],
  ])('the rare text %s is looked up in %s', async (words, index) => {
    const wanted = { ...ALL, words };
    const page = await sentBy(database, (db) => listedTutors(db, wanted, { order: 'rating.desc', limit: 24 }));
    const count = await sentBy(database, (db) => countListed(db, wanted));
    expect((await planOf(database, page, mode)).indexes).toContain(index);
    expect((await planOf(database, count, mode)).indexes).toContain(index);
  });

  test('counts, several topics at once and cards read no growing table from end to end', async () => {
    const several = { ...ALL, scopes: [scopes.topic, scopes.subject] };
    const after = await keysAt(database, several, { order: 'rating.desc', offset: 3 });
    const statements = [
      await sentBy(database, (db) => countListed(db, ALL)),
      await sentBy(database, (db) => countListed(db, { ...ALL, filters: WOMEN_ONLINE })),
      await sentBy(database, (db) => countListed(db, { ...ALL, scopes: [scopes.subject], isCounted: true })),
      await sentBy(database, (db) => countListed(db, several)),
      await sentBy(database, (db) => listedTutors(db, several, { order: 'price.asc', limit: 24 })),
      await sentBy(database, (db) => listedTutors(db, several, { order: 'rating.desc', limit: 24, after })),
      await sentBy(database, (db) => tutorCards(db, [String(after.at(-1))], [scopes.topic])),
    ];
    for (const statement of statements) {
      const plan = await planOf(database, statement, mode);
      expect.soft(plan.read, plan.text).toEqual([]);
    }
  });
});

test('a text is planned for anew each time: a common one is read in order, a rare one looked up', async () => {
  const [row] = await database.sql`show plan_cache_mode`;
  expect(row).toEqual({ plan_cache_mode: 'auto' });
  const common = await sentBy(database, (db) => listedTutors(db, { ...ALL, words: 'perera' }, { order: 'rating.desc', limit: 24 }));
  const plans = await database.sql.begin(async (tx) => {
    await tx.unsafe(`prepare planned as ${common.text}`);
    for (let nth = 0; nth < 10; nth += 1) await tx.unsafe(`execute planned ('${EVERYWHERE}', '%perera%', '%perera%')`);
    return [
      await tx.unsafe(`explain execute planned ('${EVERYWHERE}', '%perera%', '%perera%')`),
      await tx.unsafe(`explain execute planned ('${EVERYWHERE}', '%1a2b%', '%1a2b%')`),
    ];
  });
  const [ofCommon, ofRare] = plans.map((lines) => JSON.stringify(lines));
  expect(ofCommon).toContain('tutor_listings_rating_desc_idx');
  expect(ofRare).toContain('tutor_texts_words_idx');
});
