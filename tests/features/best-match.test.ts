import { describe, expect, test } from 'vitest';
import { weighRating } from '#shared/domain/best-match.ts';
import { NO_RESPONSE } from '#shared/vocabulary/bookings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, HOUR, NOW, unique } from '#tests/support/factories.ts';
import { idsOf, useSearches, withName } from '#tests/support/searches.ts';

const database = useDatabase();
const { search, searchPage, searchAllPages, createTutors } = useSearches(database);
const long = { createdAt: new Date(NOW.getTime() - 7200 * HOUR) };
const rate = async (id: string, rating: number, totalReviews: number) => {
  await database.sql`update tutor_listings set rating = ${rating}, total_reviews = ${totalReviews} where tutor_id = ${id}`;
};

const userOf = async (id: string) => {
  const [row] = await database.sql<{ userId: string }[]>`select user_id as "userId" from tutor_profiles where id = ${id}`;
  return row?.userId ?? '';
};

// spec s11-search.43 | S11 4 | Best match: what is taught and names before what is written about places, then the weighed rating |
//   src/server/features/tutors/search/best-match.queries.ts
describe('sorting by best match', () => {
  test('puts a word in the name before the same word among the places, and says which it is', async () => {
    const word = unique('Kelaniya').replaceAll(' ', '');
    const { subject, ids } = await createTutors([
      { ...long, availableLocations: word },
      { ...long, ...withName(`Nimal ${word}`) },
    ]);
    const [inPlaces = '', inName = ''] = ids;
    await rate(inPlaces, 500, 80);
    const { tutors } = await search({ subject: subject.id, search: word, sortBy: 'match' });
    expect(tutors.map(({ id, match }) => [id, match?.words])).toEqual([
      [inName, [{ text: word, by: 'name' }]],
      [inPlaces, [{ text: word, by: 'location' }]],
    ]);
    expect(tutors[1]?.match).toMatchObject({ rating: 500, totalReviews: 80, isNewcomersPlace: false });
  });

  test('draws a rating with few reviews towards four stars, in the database as in the rule', async () => {
    const { subject, ids } = await createTutors([long, long, long]);
    const [one = '', fifty = '', bad = ''] = ids;
    await rate(one, 500, 1);
    await rate(fifty, 490, 50);
    await rate(bad, 300, 9);
    expect(idsOf(await search({ subject: subject.id, sortBy: 'match' }))).toEqual([fifty, one, bad]);
    const stored = await database.sql<{ rating: number; reviews: number; weighted: number }[]>`
      select rating, total_reviews as reviews, weighted_rating as weighted from tutor_listings where scope = ${subject.id}`;
    for (const { rating, reviews, weighted } of stored) expect(weighted).toBe(weighRating({ rating, totalReviews: reviews }));
  });

  // spec s11-search.45 | S11 4 | Best match: who leaves requests unanswered comes later; an answer may be a no, and what a student withdraws
  //   counts for nobody | src/server/features/tutors/search/best-match.queries.ts
  test('counts how often the tutor has answered, whatever the answer', async () => {
    const { subject, ids } = await createTutors([long, long, long]);
    const [silent = '', refusing = '', unasked = ''] = ids;
    for (const id of ids) await rate(id, 450, 30);
    const outcomes = { status: 'cancelled', subjectId: subject.id, topics: [] } as const;
    for (let day = 1; day <= 4; day += 1) {
      const startTime = new Date(NOW.getTime() - day * 24 * HOUR);
      const of = async (tutorId: string) => ({ ...outcomes, startTime, tutorId, tutorUserId: await userOf(tutorId) });
      await aBooking(database.db, { ...(await of(silent)), cancelledBy: 'system', cancellationReason: NO_RESPONSE });
      await aBooking(database.db, { ...(await of(refusing)), cancelledBy: 'tutor' });
      await aBooking(database.db, { ...(await of(unasked)), cancelledBy: 'student' });
    }
    for (const id of ids) await rate(id, 450, 30);
    const { tutors } = await search({ subject: subject.id, sortBy: 'match' });
    expect(tutors.map(({ id, match }) => [id, match?.answered])).toEqual([
      [refusing, 'almost-all'],
      [unasked, 'unknown'],
      [silent, 'few'],
    ]);
  });

  // spec s11-search.141 | S11 4 | Best match: of those within a distance of a town, who comes nearer is better by it, as "Why here?" says |
  //   src/server/features/tutors/search/towns.queries.ts
  test.each([
    ['of the filter', { location: 'Kandy', withinKm: 20 as const }],
    ['of the words', { search: 'within 20 km of kandy' }],
  ])('counts the distance %s from the town', async (_, filters) => {
    const places = ['Gampola', 'Kandy', 'Peradeniya', 'Peradeniya, Gampola'];
    const { subject, ids } = await createTutors(places.map((availableLocations) => ({ ...long, availableLocations })));
    const [gampola = '', kandy = '', peradeniya = '', both = ''] = ids;
    for (const id of ids) await rate(id, 450, 30);
    const { tutors } = await search({ subject: subject.id, ...filters, sortBy: 'match' });
    expect(tutors.map(({ id }) => id)).toEqual([kandy, peradeniya, both, gampola]);
    const [none, near, alsoNear, far] = tutors.map(({ match }) => match?.distance);
    expect([none, near?.town, far?.town]).toEqual([{ town: 'Kandy', km: 0 }, 'Kandy', 'Kandy']);
    expect(alsoNear).toEqual(near);
    expect(far?.km).toBeGreaterThan(near?.km ?? 0);
    expect((await search({ subject: subject.id, location: 'Kandy', sortBy: 'match' })).tutors[0]?.match?.distance).toBeNull();
  });

  test('has a newcomer at the eighth place', async () => {
    const { subject, ids } = await createTutors([{ createdAt: NOW }, ...Array.from({ length: 9 }, () => long)]);
    for (const id of ids.slice(1)) await rate(id, 480, 20);
    const { tutors } = await search({ subject: subject.id, sortBy: 'match' });
    expect(tutors.map(({ id }) => id).indexOf(ids[0] ?? '')).toBe(7);
    expect(tutors.filter(({ match }) => match?.isNewcomersPlace).map(({ id }) => id)).toEqual([ids[0]]);
  });

  test.each([[-1], [1.5], [100_000_001], [2_147_483_647], ['1'], [1, 2], []])('refuses a cursor that is no position: %j', async (...keys) => {
    const cursor = Buffer.from(JSON.stringify(keys)).toString('base64url');
    await expect(search({ sortBy: 'match', cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid input' });
  });

  test('is empty far behind the last tutor', async () => {
    const cursor = Buffer.from('[100000000]').toString('base64url');
    expect(await search({ sortBy: 'match', cursor })).toMatchObject({ tutors: [], nextCursor: null });
  });

  test('comes in pages that are disjoint and complete, by cursor and by number, also after the ranked ones', async () => {
    const { subject, ids } = await createTutors([long]);
    const [first = ''] = ids;
    await database.sql`
      with person as (
        insert into users (id, email, name, role) select gen_random_uuid(), 'ranked' || n || ${subject.id} || '@vidya.test', 'Ranked ' || n, 'tutor'
        from generate_series(1, 130) n returning id, name
      ), profile as (
        insert into tutor_profiles (id, user_id, created_at) select gen_random_uuid(), id, ${long.createdAt.toISOString()} from person returning id
      ), text as (
        insert into tutor_texts (tutor_id, terms, rating, total_reviews, price, experience, name_key, profile_created_at,
          is_female, is_verified, offers_online, offers_home_visit, offers_group, bookable_hours)
        select profile.id, terms, rating, total_reviews, price, experience, name_key, profile_created_at,
          is_female, is_verified, offers_online, offers_home_visit, offers_group, bookable_hours
        from profile, tutor_texts stored where stored.tutor_id = ${first}
      ), listing as (
        select profile.id, scope, row_number() over (partition by scope) as n from profile, tutor_listings stored where stored.tutor_id = ${first}
      )
      insert into tutor_listings (scope, tutor_id, rating, total_reviews, price, experience, name_key, profile_created_at,
        is_female, is_verified, offers_online, offers_home_visit, offers_group, bookable_hours)
      select listing.scope, listing.id, 300 + n, 10, price, experience, name_key, stored.profile_created_at,
        is_female, is_verified, offers_online, offers_home_visit, offers_group, bookable_hours
      from listing join tutor_listings stored on stored.tutor_id = ${first} and stored.scope = listing.scope`;
    await database.sql`update listing_counts set tutors = 131 where scope = ${subject.id}`;
    const all = await searchAllPages({ subject: subject.id, sortBy: 'match', limit: 50 });
    expect(new Set(all).size).toBe(131);
    expect(all).toHaveLength(131);
    expect(await searchAllPages({ subject: subject.id, sortBy: 'match', limit: 4 })).toEqual(all);
    const numbered = [];
    const announced = new Set();
    for (let page = 1; page <= 6; page += 1) {
      const answer = await searchPage({ subject: subject.id, sortBy: 'match', limit: 24, page });
      numbered.push(...idsOf(answer));
      announced.add(answer.pages);
    }
    expect(numbered).toEqual(all);
    expect([...announced]).toEqual([6]);
  });
});
