import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aSubject, aTutor } from '#tests/support/factories.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

describe('GET /api/tutors', () => {
  // spec search.44 | D Search | Over REST, too: a range of prices, and a date | src/server/features/tutors/search/search-criteria.queries.ts
  test('filters by a price range and by a date with a free hour', async () => {
    const subject = await aSubject(database.db);
    const [cheap, dear] = await Promise.all(
      [100_000, 250_000].map((rateCents) => aTutor(database.db, { subjects: [{ subjectId: subject.id, modes: [{ type: 'online', rateCents }] }] })),
    );
    const found = async (query: string) => {
      const { body } = await rest.get<{ tutors: { id: string }[] }>(`/api/tutors?subject=${subject.id}&sortBy=price&${query}`);
      return body.tutors.map(({ id }) => id);
    };
    const both = [dear?.id, cheap?.id];
    expect(await found('priceFrom=1000.5')).toEqual([dear?.id]);
    expect(await found('priceTo=1000')).toEqual([cheap?.id]);
    expect(await found('priceFrom=1000&priceTo=2500')).toEqual(both);
    expect(await found('priceFrom=2500&priceTo=1000')).toEqual([]);
    for (const ignored of ['priceFrom=cheap', 'priceFrom=-1', 'priceTo=', 'priceTo=99999999']) expect(await found(ignored), ignored).toEqual(both);
    expect(await found('freeOn=2026-03-09')).toEqual(both);
    expect(await found('freeOn=')).toEqual(both);
    for (const nobody of ['freeOn=2026-03-10', 'freeOn=2026-02-30', 'freeOn=monday', 'freeOn=0']) expect(await found(nobody), nobody).toEqual([]);
  });
});
