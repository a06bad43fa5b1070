import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aReview, aStudent, aSubject, aTopic, aTutor, HOUR, NOW, type Tutor } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

type Mode = { type: string; enabled: boolean; rate: number };
type Profile = {
  id: string;
  phone: string;
  gender: string;
  user: { name: string; email: string };
  subjects: { teachingModes: Mode[] }[];
  documents: { id: string }[];
  totalEarnings: number;
};
type SearchResult = { tutors: Profile[]; pagination: { page: number; pages: number; total: number; totalIsCapped?: true } };
const at = (text: string) => encodeURIComponent(text);

// spec s7-checks.7 | R §10 7 | 7. Pages of the search, disjoint and complete in every order; filters; the cap |
//   src/server/features/tutors/search/tutor-search.queries.ts
describe('acceptance check 7: the search', () => {
  const ALL = 60;
  let subject: { id: string; name: string };
  let locationQuery: string;
  let ids: string[];
  let priceless: Tutor[];

  beforeAll(async () => {
    subject = await aSubject(database.db);
    locationQuery = `subject=${at(subject.name)}`;
    const tutors: Tutor[] = [];
    for (let index = 0; index < ALL; index += 1) {
      tutors.push(
        await aTutor(database.db, {
          // These values are the same for many, so that only the last tie-break orders them.
          user: { name: `Tutor ${index % 7}` },
          gender: index % 3 === 0 ? 'Female' : 'Male',
          experience: index % 4,
          createdAt: new Date(NOW.getTime() - (index % 5) * HOUR),
          subjects: [
            {
              subjectId: subject.id,
              modes: [
                { type: 'online', rateCents: 100_000 + (index % 6) * 10_000, enabled: index % 10 !== 0 },
                { type: 'home-visit', rateCents: 200_000, enabled: index % 2 === 0 },
              ],
            },
          ],
        }),
      );
    }
    for (const [index, tutor] of tutors.slice(0, 12).entries()) {
      const booking = await aBooking(database.db, { tutor, status: 'completed', startTime: new Date(NOW.getTime() - 48 * HOUR) });
      await aReview(database.db, { booking, rating: 1 + (index % 5) });
    }
    ids = tutors.map(({ id }) => id).sort();
    priceless = [
      await aTutor(database.db, { subjects: [{ subjectId: subject.id, modes: [{ type: 'online', enabled: false }] }] }),
      await aTutor(database.db, { subjects: [{ subjectId: subject.id, modes: [{ type: 'online', rateCents: 0 }] }] }),
      await aTutor(database.db, { subjects: [{ subjectId: subject.id, modes: [{ type: 'group' }] }] }),
    ];
  });

  const search = async (query: string) => (await rest.get<SearchResult>(`/api/tutors?${query}`)).body;
  async function everyPage(query: string): Promise<{ pages: string[][]; totals: number[] }> {
    const pages: string[][] = [];
    const totals = new Set<number>();
    for (let page = 1; page === 1 || pages.at(-1)?.length; page += 1) {
      const { tutors, pagination } = await search(`${query}&page=${page}`);
      pages.push(tutors.map(({ id }) => id));
      totals.add(pagination.total);
    }
    return { pages: pages.slice(0, -1), totals: [...totals] };
  }

  const SORTS = ['rating', 'price', 'experience', 'name', 'createdAt', 'newest', 'oldest'];
  test.each(SORTS.flatMap((sortBy) => ['asc', 'desc'].map((order) => [sortBy, order])))(
    'pages sorted by %s %s are disjoint and complete',
    async (by, order) => {
      const { pages, totals } = await everyPage(`${locationQuery}&limit=7&sortBy=${by}&sortOrder=${order}`);
      expect(pages.flat().sort()).toEqual(ids);
      expect(pages.slice(0, -1).every((page) => page.length === 7)).toBe(true);
      expect(totals).toEqual([ALL]);
    },
  );

  test.each(['asc', 'desc'])('no tutor without a price precedes one with a price, %s', async (order) => {
    const { pages } = await everyPage(`${locationQuery}&limit=25&sortBy=price&sortOrder=${order}`);
    const positions = priceless.map(({ id }) => pages.flat().indexOf(id));
    for (const place of positions) expect(place === -1 || place >= ALL).toBe(true);
  });

  test('filters by femaleOnly and INDIVIDUAL, and finds nobody for an unknown subject', async () => {
    const women = await search(`${locationQuery}&femaleOnly=true&limit=100`);
    expect([...new Set(women.tutors.map(({ gender }) => gender))]).toEqual(['Female']);
    expect([women.tutors.length, women.pagination.total]).toEqual([20, 20]);

    const visiting = await search(`${locationQuery}&teachingMode=INDIVIDUAL&limit=100`);
    const visits = visiting.tutors.map(({ subjects }) => subjects[0]?.teachingModes.find(({ type }) => type === 'home-visit'));
    expect(visits.every((mode) => mode?.enabled === true && mode.rate === 2000)).toBe(true);
    expect([visiting.tutors.length, visiting.pagination.total]).toEqual([30, 30]);

    expect(await search('subject=Alchemy%20of%20the%20Moon')).toMatchObject({ tutors: [], pagination: { page: 1, pages: 0, total: 0 } });
  });

  test('lists show no phone and no email to any caller', async () => {
    const admin = await rest.tokenOf(await anAdmin(database.db));
    for (const as of [undefined, admin]) {
      const { tutors } = (await rest.get<SearchResult>(`/api/tutors?${locationQuery}&limit=100`, as)).body;
      expect(new Set(tutors.flatMap(({ phone, user }) => [phone, user.email]))).toEqual(new Set(['']));
    }
  });

  test('above a thousand the total is 1000 and capped, and pages continue to the last tutor', async () => {
    const topic = await aTopic(database.db, { subjectId: subject.id });
    const first = await aTutor(database.db, { subjects: [{ subjectId: subject.id, topicIds: [topic.id] }] });
    await database.sql`
      with person as (
        insert into users (id, name, email, role)
        select gen_random_uuid(), 'Person ' || nth, 'capped' || nth || '@example.com', 'tutor' from generate_series(2, 1130) nth returning id
      ), profile as (insert into tutor_profiles (id, user_id) select gen_random_uuid(), id from person returning id)
      insert into tutor_listings (scope, tutor_id, rating, total_reviews, price, experience, name_key, profile_created_at,
        is_female, is_verified, offers_online, offers_home_visit, offers_group, bookable_hours)
      select listing.scope, profile.id, rating, total_reviews, price, experience, name_key, profile_created_at,
        is_female, is_verified, offers_online, offers_home_visit, offers_group, bookable_hours
      from profile, tutor_listings listing where listing.tutor_id = ${first.id} and listing.scope = ${topic.id}`;
    const capped = `topic=${at(topic.name)}&limit=100`;
    expect((await search(capped)).pagination).toEqual({ page: 1, pages: 10, total: 1000, limit: 100, totalIsCapped: true });
    expect((await search(`${capped}&page=10`)).pagination).toMatchObject({ pages: 11, total: 1000 });
    expect((await search(`${capped}&page=11`)).pagination).toMatchObject({ pages: 12, total: 1000 });
    const { pages, totals } = await everyPage(capped);
    expect(new Set(pages.flat()).size).toBe(1130);
    expect([pages.flat().length, totals]).toEqual([1130, [1000]]);
  });
});

// spec s7-checks.8 | R §10 8 | 8. What a profile shows to whom | src/shared/domain/tutor-visibility.ts
describe('acceptance check 8: who sees what of a profile', () => {
  async function aFullTutor() {
    const tutor = await aTutor(database.db, {
      subjects: [
        {
          modes: [
            { type: 'online', rateCents: 150_000 },
            { type: 'home-visit', rateCents: 250_000, enabled: false },
          ],
        },
        { modes: [] },
      ],
    });
    const upload = await anUpload(database.db, tutor.user);
    const owner = await rest.tokenOf(tutor.user);
    await rest.call('PUT', '/api/tutors/profile', { as: owner, body: { documents: [upload.id] } });
    await aBooking(database.db, { tutor, status: 'completed', startTime: new Date(NOW.getTime() - 48 * HOUR), amountCents: 123_450 });
    return { tutor, owner, upload };
  }
  const mode = (type: string, enabled: boolean, rate: number) => ({ type, enabled, rate });
  const modesOf = ({ subjects }: Profile) => subjects.map(({ teachingModes }) => teachingModes);

  test('a visitor sees no documents, no earnings and no rate of a disabled mode, but both modes of each entry', async () => {
    const { tutor } = await aFullTutor();
    const { status, body } = await rest.get<Profile>(`/api/tutors/${tutor.id}`);
    expect([status, body.documents, body.totalEarnings]).toEqual([200, [], 0]);
    expect(modesOf(body)).toEqual([
      [mode('online', true, 1500), mode('home-visit', false, 0)],
      [mode('online', false, 0), mode('home-visit', false, 0)],
    ]);
  });

  test('the owner sees every field as stored', async () => {
    const { owner, upload } = await aFullTutor();
    const { body } = await rest.get<Profile>('/api/tutors/profile', owner);
    expect([body.documents.map(({ id }) => id), body.totalEarnings]).toEqual([[upload.id], 1234.5]);
    expect(modesOf(body)[0]).toEqual([mode('online', true, 1500), mode('home-visit', false, 2500)]);
  });

  test.each(['rejected', 'suspended'])('a %s tutor answers 404 to all but the owner and admins', async (state) => {
    const { tutor, owner } = await aFullTutor();
    const admin = await rest.tokenOf(await anAdmin(database.db));
    const { db } = database;
    if (state === 'rejected')
      await db.update(tutorProfiles).set({ verificationStatus: 'rejected', rejectionReason: 'Blurred' }).where(eq(tutorProfiles.id, tutor.id));
    else await db.update(users).set({ status: 'suspended' }).where(eq(users.id, tutor.user.id));
    for (const as of [undefined, await rest.tokenOf(await aStudent(db)), await rest.tokenOf((await aTutor(db)).user)]) {
      expect(await rest.get(`/api/tutors/${tutor.id}`, as)).toMatchObject({ status: 404, body: { message: 'Tutor Not Found' } });
    }
    expect((await rest.get(`/api/tutors/${tutor.id}`, admin)).status).toBe(200);
    expect((await rest.get(`/api/tutors/${tutor.id}`, owner)).status).toBe(state === 'rejected' ? 200 : 404);
  });
});
