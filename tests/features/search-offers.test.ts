import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedIfEmpty } from '#seed/seed.ts';
import type { SearchInput, SearchOffers } from '#shared/contracts/tutors.ts';
import { addDays } from '#shared/domain/zone.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { callerAs } from '#tests/support/callers.ts';
import { type TestDatabase, useDatabase } from '#tests/support/database.ts';
import { aCategory, aSubject, aTopic, aTutor, NOW } from '#tests/support/factories.ts';
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

const searchIn = (database: Pick<TestDatabase, 'db'>, clock = MORNING) => callerAs(database, null, clock).tutors.search;
const search = (input: Partial<SearchInput>) => searchIn(demo)(input);

async function offersFor(input: Partial<SearchInput>): Promise<SearchOffers> {
  const { offers } = await search(input);
  if (!offers) throw new Error(`somebody has all of ${JSON.stringify(input)}`);
  return offers;
}

const listOffers = ({ without, towns, subjects }: SearchOffers) => [...without, ...towns, ...subjects];
const listWithout = ({ without }: SearchOffers) => without.map(({ part, label, total }) => [part, label, total]);

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
  test('give the number of tutors that the search then finds, with nothing left out', async () => {
    const inputs = [
      ...PANELS,
      ...TEXTS.flatMap((text, index) => [{}, PANELS[index % PANELS.length], PANELS[(index + 3) % PANELS.length]].map((panel) => ({ ...panel, search: text }))),
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

  test('probe', async () => {
    for (const input of [
      ...TEXTS.map((text) => ({ search: text })),
      ...PANELS,
      ...PANELS.slice(1).map((p) => ({ ...p, search: 'maths' })),
    ] as Partial<SearchInput>[]) {
      const recording = createRecordingDb(demo);
      for (let i = 0; i < 12; i++) await searchIn(recording)({ ...input, limit: 1 });
      recording.statements.length = 0;
      const before = performance.now();
      const { offers, total, reading } = await searchIn(recording)({ ...input, limit: 1 });
      const ms = performance.now() - before;
      console.log(JSON.stringify(input), total, JSON.stringify(reading), `${recording.statements.length} statements, ${ms.toFixed(1)} ms`);
      if (offers)
        console.log('   ', JSON.stringify(listWithout(offers)), '|', offers.towns.map((t) => `${t.name} ${t.km}: ${t.total}`).join(', '), '|', offers.subjects.map((t) => `${t.name}: ${t.total}`).join(', '));
    }
  });
});
void [SEARCH, aCategory, aSubject, aTopic, aTutor, NOW, offersFor];
