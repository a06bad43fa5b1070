import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedIfEmpty } from '#seed/seed.ts';
import type { SearchInput, SearchOffers } from '#shared/contracts/tutor-search.ts';
import { addDays } from '#shared/domain/zone.ts';
import { callerAs } from '#tests/support/callers.ts';
import { type TestDatabase, useDatabase } from '#tests/support/database.ts';
import { aCategory, aSubject, aTopic, aTutor } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const TODAY = '2026-11-21';
const MORNING = { now: () => new Date(`${TODAY}T04:30:00Z`) };
const FREE_DAY = addDays(TODAY, 4);

const demo = useDatabase();
const filesDir = mkdtempSync(join(tmpdir(), 'vidya-offers-'));
beforeAll(async () => {
  await seedIfEmpty({ databaseUrl: demo.url, today: TODAY, appTimezone: 'Asia/Colombo', filesDir });
});
afterAll(() => rmSync(filesDir, { recursive: true, force: true }));

const searchIn = (database: Pick<TestDatabase, 'db'>) => callerAs(database, null, MORNING).tutors.search;
const search = (input: Partial<SearchInput>) => searchIn(demo)(input);

async function offersFor(input: Partial<SearchInput>): Promise<SearchOffers> {
  const { offers } = await search(input);
  if (!offers) throw new Error(`somebody has all of ${JSON.stringify(input)}`);
  return offers;
}

const listOffers = ({ without, towns, subjects }: SearchOffers) => [...without, ...towns, ...subjects];

const TEXTS = [
  'maths kandy female under 500',
  'physics jaffna online',
  'combined maths sinhala medium trincomalee',
  'mathz mannar under 800',
  'guitar in hambantota',
  'perera zoology batticaloa',
  'xyzzy chemistry galle',
  'xyzzy',
  'ගණිතය යාපනය ගුරුවරිය',
  'ict group class tamil medium',
  'home visit english kandy under 300',
  'al maths monaragala',
  'dance vavuniya',
  'female group class japanese',
  'guitar within 10 km of mannar',
  'guitar or piano mannar',
  'physics or korean in mannar or 5 km of vavuniya',
  'chemistry galle road mannar',
  'violin grade 5 jaffna',
  'maths not in colombo female mannar',
];
const PANELS: Partial<SearchInput>[] = [
  {},
  { location: 'Mannar' },
  { location: 'Mount Lavinia', femaleOnly: true, verified: true },
  { teachingMode: 'GROUP', priceTo: 900 },
  { category: 'Science', priceTo: 700 },
  { category: 'Languages', subject: 'Japanese', teachingMode: 'INDIVIDUAL', minRating: 4.9 },
  { freeOn: FREE_DAY, priceTo: 1000 },
  { freeOn: FREE_DAY, teachingMode: 'ONLINE', location: 'Jaffna', femaleOnly: true },
  { priceFrom: 9000, verified: false },
];

describe('the offers of a search that nobody has all of', () => {
  // spec s11-search.50 | S11 5 | The number of an offer is what the search then finds, with nothing left out |
  //   src/server/features/tutors/search/offers.queries.ts
  test('give the number of tutors that the search then finds, with nothing left out', async () => {
    const inputs = [
      ...PANELS,
      ...TEXTS.flatMap((text, index) =>
        [{}, PANELS[index % PANELS.length], PANELS[(index + 3) % PANELS.length]].map((panel) => ({ ...panel, search: text })),
      ),
    ];
    let checked = 0;
    for (const input of inputs) {
      const { offers } = await search({ ...input, limit: 1 });
      for (const { filters, total, totalIsCapped } of offers ? listOffers(offers) : []) {
        const then = await search({ ...filters, limit: 1 });
        const { leftOut, corrections } = then.reading;
        expect({ input, filters, total: then.total, totalIsCapped: then.totalIsCapped, leftOut, corrections }).toEqual({
          ...{ input, filters, total, totalIsCapped },
          ...{ leftOut: [], corrections: [] },
        });
        expect(total).toBeGreaterThan(0);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(30);
  });

  // spec s11-search.51 | S11 5 | Each part of a search is offered to be left out, filters of the words too; what is given up first comes first |
  //   src/shared/domain/search-offers.ts, src/server/features/tutors/search/search-parts.queries.ts
  test('leave out a filter of the panel or of the words', async () => {
    const panel = await offersFor({ teachingMode: 'GROUP', priceTo: 900 });
    expect(panel.without).toEqual([
      { part: 'price', labels: ['Up to Rs. 900 / hour'], filters: { teachingMode: 'GROUP', femaleOnly: false }, total: 6, totalIsCapped: false },
      { part: 'mode', labels: ['Group'], filters: { priceTo: 900, femaleOnly: false }, total: 13, totalIsCapped: false },
    ]);
    // Those without "under 900" are shown already.
    const words = await offersFor({ search: 'maths group under 900' });
    expect(words.without).toEqual([
      { part: 'mode', labels: ['Group class'], filters: { search: 'maths under 900', femaleOnly: false }, total: 2, totalIsCapped: false },
    ]);
  });

  // spec s11-search.169
  test('give the date of a day that they leave out', async () => {
    const { id, name: subject } = await aSubject(demo.db);
    await aTutor(demo.db, { subjects: [{ subjectId: id }] });
    const { without } = await offersFor({ subject, freeOn: FREE_DAY });
    expect(without.map(({ part, labels, date }) => [part, labels, date])).toEqual([
      ['day', ['Free on Wed, 25 Nov 2026'], FREE_DAY],
      ['subject', [subject], undefined],
    ]);
  });

  // spec s11-search.52 | S11 5 | Where nobody is found in a place, the nearest towns with tutors for the rest of the search are offered |
  //   src/server/features/tutors/search/near-towns.queries.ts
  test.each<Partial<SearchInput>>([{ search: 'chemistry galle' }, { search: 'chemistry', location: 'Galle' }])(
    'name towns near the place of %o, the nearest first',
    async (input) => {
      const { towns } = await offersFor(input);
      expect(towns.map(({ name, km }) => [name, km])).toEqual([
        ['Weligama', 24],
        ['Akuressa', 29],
        ['Matara', 38],
      ]);
      const location = input.location && { location: 'Weligama' };
      expect(towns[0]?.filters).toEqual({ femaleOnly: false, search: location ? 'chemistry' : 'chemistry Weligama', ...location });
    },
  );

  test('name no town near a place where the tutor must be in another one too', async () => {
    expect((await offersFor({ search: 'chemistry weligama', location: 'Galle' })).towns).toEqual([]);
  });

  // spec s11-search.53 | S11 5 | Where a topic has no tutor its subject is offered, else other subjects of the category |
  //   src/server/features/tutors/search/related-subjects.queries.ts
  test('name the subject of a topic without tutors, and the other subjects of the category of one', async () => {
    const { db } = demo;
    const category = await aCategory(db);
    const [taught, empty] = [await aSubject(db, { categoryId: category.id }), await aSubject(db, { categoryId: category.id })];
    const [topic, lostTopic] = [await aTopic(db, { subjectId: taught.id }), await aTopic(db, { subjectId: empty.id })];
    await aTutor(db, { subjects: [{ subjectId: taught.id }] });
    const expected = [
      { name: taught.name, filters: { category: category.name, subject: taught.name, femaleOnly: false }, total: 1, totalIsCapped: false },
    ];
    for (const input of [{ topic: topic.name }, { subject: empty.name }, { topic: lostTopic.name }, { search: topic.name }, { search: empty.name }])
      expect((await offersFor(input)).subjects, JSON.stringify(input)).toEqual(expected);
  });

  // spec s11-search.54 | S11 5 | Offers cost a search that finds somebody nothing, and any other a fixed number of statements |
  //   src/server/features/tutors/search/offer-counts.queries.ts
  test('take no more statements for more filters, and none where somebody is found', async () => {
    const countOf = async (input: Partial<SearchInput>) => {
      const recording = createRecordingDb(demo);
      const { offers } = await searchIn(recording)(input);
      const isOfOffers = ({ text }: { text: string }) => /json_to_recordset|origin|has_topic|listing_counts where/.test(text);
      return { hasOffers: offers !== undefined, statements: recording.statements.filter(isOfOffers).length };
    };
    expect(await countOf({ search: 'chemistry' })).toEqual({ hasOffers: false, statements: 0 });
    const few = await countOf({ search: 'chemistry galle' });
    const many = await countOf({ search: 'chemistry group under 900 galle', femaleOnly: true, verified: true, minRating: 4, priceFrom: 100 });
    expect(few.hasOffers && many.hasOffers).toBe(true);
    expect(many.statements).toBeLessThanOrEqual(7);
    expect(few.statements).toBeLessThanOrEqual(7);
  });

  test('are not sent with a later page', async () => {
    const { nextCursor } = await search({ search: 'chemistry galle', limit: 1 });
    expect((await search({ search: 'chemistry galle', limit: 1, cursor: nextCursor })).offers).toBeUndefined();
  });
});
