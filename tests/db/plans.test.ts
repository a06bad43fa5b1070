import { describe, expect, test } from 'vitest';
import { EVERYWHERE } from '#db/schema/listing.ts';
import { countListed, listedTutors } from '#server/features/tutors/listed-tutors.queries.ts';
import { tutorCards } from '#server/features/tutors/tutor-cards.queries.ts';
import { blocksTouched, PLAN_MODES, planOf } from '#tests/support/plans.ts';
import { ALL, INDEX, keysAt, NO_FILTER, ORDERS, sentBy, TEXTS, useBulk } from '#tests/support/search-plans.ts';

const bulk = useBulk(20_000, 300_000);
const WOMEN_ONLINE = { ...NO_FILTER, online: true, female: true, minRating: 350 };

describe.each(PLAN_MODES)('with %s', (mode) => {
  describe.each(ORDERS)('a page by %s reads its index in order', (order) => {
    test.each([
      ['everywhere', 'everywhere', null, 15_000],
      ['in a subject', 'subject', null, 150],
      ['in a category, filtered', 'category', WOMEN_ONLINE, 50],
      ['everywhere, filtered', 'everywhere', WOMEN_ONLINE, 1_000],
    ] as const)('%s: the first, the next, one far in, and numbered ones', async (_, scope, filters, far) => {
      const wanted = { ...ALL, scopes: [bulk().scopes[scope]], filters };
      const places = [
        { limit: 24 },
        { limit: 24, after: await keysAt(bulk(), wanted, { order, offset: 2 }) },
        { limit: 24, after: await keysAt(bulk(), wanted, { order, offset: far }) },
        { limit: 100, after: await keysAt(bulk(), wanted, { order, offset: 2 }) },
        { limit: 24, offset: 48 },
      ];
      for (const place of places) {
        const statement = await sentBy(bulk(), (db) => listedTutors(db, wanted, { order, ...place }));
        const plan = await planOf(bulk(), statement, mode);
        expect.soft(plan, plan.text).toMatchObject({ indexes: [INDEX[order]], sorts: false, read: [] });
        expect.soft(await blocksTouched(bulk(), statement, mode), 'blocks touched').toBeLessThan(60);
      }
    });
  });

  test.each(TEXTS)('a search for %s reads no growing table from end to end, nor does its count', async (_, text) => {
    for (const scope of Object.values(bulk().scopes)) {
      const wanted = { ...ALL, ...text, scopes: [scope] };
      const statements = [
        await sentBy(bulk(), (db) => countListed(db, wanted)),
        await sentBy(bulk(), (db) => listedTutors(db, wanted, { order: 'rating.desc', limit: 24 })),
        await sentBy(bulk(), (db) => listedTutors(db, { ...wanted, filters: WOMEN_ONLINE }, { order: 'price.asc', limit: 24 })),
        await sentBy(bulk(), (db) => listedTutors(db, wanted, { order: 'name.asc', limit: 24, offset: 24 })),
      ];
      for (const statement of statements) {
        const plan = await planOf(bulk(), statement, mode);
        expect.soft(plan.read, plan.text).toEqual([]);
      }
    }
  });

  test.each([
    ['qzqzq', 'tutor_texts_words_idx'],
    ['zq', 'tutor_texts_pieces_idx'],
  ])('the rare text %s is looked up in %s', async (words, index) => {
    const wanted = { ...ALL, words };
    const page = await sentBy(bulk(), (db) => listedTutors(db, wanted, { order: 'rating.desc', limit: 24 }));
    const count = await sentBy(bulk(), (db) => countListed(db, wanted));
    expect((await planOf(bulk(), page, mode)).indexes).toContain(index);
    expect((await planOf(bulk(), count, mode)).indexes).toContain(index);
  });

  test('counts, several topics at once and cards read no growing table from end to end', async () => {
    const { topic, subject } = bulk().scopes;
    const several = { ...ALL, scopes: [topic, subject] };
    const after = await keysAt(bulk(), several, { order: 'rating.desc', offset: 3 });
    const statements = [
      await sentBy(bulk(), (db) => countListed(db, ALL)),
      await sentBy(bulk(), (db) => countListed(db, { ...ALL, filters: WOMEN_ONLINE })),
      await sentBy(bulk(), (db) => countListed(db, { ...ALL, scopes: [subject], isCounted: true })),
      await sentBy(bulk(), (db) => countListed(db, several)),
      await sentBy(bulk(), (db) => listedTutors(db, several, { order: 'price.asc', limit: 24 })),
      await sentBy(bulk(), (db) => listedTutors(db, several, { order: 'rating.desc', limit: 24, after })),
      await sentBy(bulk(), (db) => tutorCards(db, [String(after.at(-1))], [topic])),
    ];
    for (const statement of statements) {
      const plan = await planOf(bulk(), statement, mode);
      expect.soft(plan.read, plan.text).toEqual([]);
    }
  });
});

test('a text is planned for anew each time: a common one is read in order, a rare one looked up', async () => {
  const { text } = await sentBy(bulk(), (db) => listedTutors(db, { ...ALL, words: 'mathematics' }, { order: 'rating.desc', limit: 24 }));
  const [ofCommon, ofRare] = await bulk().sql.begin(async (tx) => {
    const execute = (words: string) => `execute many_times ('${EVERYWHERE}', '%${words}%', '%${words}%')`;
    await tx.unsafe(`prepare many_times as ${text}`);
    for (let nth = 0; nth < 10; nth += 1) await tx.unsafe(execute('mathematics'));
    const plans = [await tx.unsafe(`explain ${execute('mathematics')}`), await tx.unsafe(`explain ${execute('qzqzq')}`)];
    await tx.unsafe('deallocate many_times');
    return plans.map((lines) => JSON.stringify(lines));
  });
  expect(ofCommon).toContain('tutor_listings_rating_desc_idx');
  expect(ofRare).toContain('tutor_texts_words_idx');
});

test.each([
  ['mathematics', 'a quarter of all have'],
  ['colombo', 'a third of all have'],
  ['qzqzq', 'nobody has'],
  ['a', 'almost all have'],
])('a search for %s, which %s, and its count read a small part of the tables', async (words) => {
  const wanted = { ...ALL, words, isCommon: words === 'a' };
  const page = await sentBy(bulk(), (db) => listedTutors(db, wanted, { order: 'rating.desc', limit: 24 }));
  const count = await sentBy(bulk(), (db) => countListed(db, wanted));
  expect(await blocksTouched(bulk(), page, 'force_custom_plan')).toBeLessThan(1_500);
  expect(await blocksTouched(bulk(), count, 'force_custom_plan')).toBeLessThan(8_000);
});
