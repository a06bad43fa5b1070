import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#db/schema/people.ts';
import { createLoadCache } from '#server/core/load-cache.ts';
import { NOTIFY_CHANNEL } from '#server/core/notifier.ts';
import { PAGES_TOPIC } from '#server/features/pages/pages.projector.ts';
import { callerAs, notifierOf } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBlog, aBooking, anAdmin, aReview, aStudent, aTopic, aTutor, HOUR, NEXT_MONDAY_NINE, NOW, signedIn } from '#tests/support/factories.ts';
import { createTestHub, type TestHub } from '#tests/support/hubs.ts';
import { type ProductionSite, runProduction } from '#tests/support/production-site.ts';

describe('the cache of pages', () => {
  let time = 0;
  let loads: string[] = [];
  const createCache = (options: { maxEntries?: number; maxLoads?: number } = {}) => {
    time = 0;
    loads = [];
    return createLoadCache<string>({ now: () => time, ttlMs: 1000, maxEntries: 2, maxLoads: 2, isStored: (page) => page !== 'missing', ...options });
  };
  const loadAs = (page: string) => async () => {
    loads.push(page);
    return page;
  };

  function createRendering(page: string): [Promise<string>, () => void] {
    let finish = () => {};
    const rendering = new Promise<string>((resolve) => {
      finish = () => resolve(page);
    });
    return [rendering, finish];
  }

  test('holds a page for its time, and renders it once for all who ask meanwhile', async () => {
    const cache = createCache();
    expect(await Promise.all([cache.get('/', loadAs('first')), cache.get('/', loadAs('second'))])).toEqual(['first', 'first']);
    time = 999;
    expect(await cache.get('/', loadAs('third'))).toBe('first');
    time = 1000;
    expect(await cache.get('/', loadAs('fourth'))).toBe('fourth');
    expect(loads).toEqual(['first', 'fourth']);
  });

  test('a page whose rendering began before a change is shown to whoever waits for it, and not stored', async () => {
    const cache = createCache();
    const [page, finish] = createRendering('old');
    const before = cache.get('/', () => page);
    cache.clear();
    const after = cache.get('/', loadAs('new'));
    finish();
    expect(await Promise.all([before, after])).toEqual(['old', 'new']);
    expect(await cache.get('/', loadAs('newer'))).toBe('new');

    const [other, finishOther] = createRendering('old');
    const pending = cache.get('/tutors', () => other);
    cache.clear();
    finishOther();
    await pending;
    expect(await cache.get('/tutors', loadAs('new'))).toBe('new');
  });

  test('a failure and a page that is not for everyone are not stored', async () => {
    const cache = createCache();
    await expect(cache.get('/', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.get('/', loadAs('missing'))).toBe('missing');
    expect(await cache.get('/', loadAs('there'))).toBe('there');
  });

  test('what was read longest ago makes place', async () => {
    const cache = createCache();
    for (const path of ['/a', '/b', '/a', '/c']) await cache.get(path, loadAs(path));
    expect([await cache.get('/a', loadAs('again')), await cache.get('/b', loadAs('again'))]).toEqual(['/a', 'again']);
  });

  test('only so many pages are rendered at the same time', async () => {
    const cache = createCache();
    const [page, finish] = createRendering('done');
    const running = [cache.get('/a', () => page), cache.get('/b', () => page)];
    expect(cache.get('/c', loadAs('c'))).toBeNull();
    finish();
    await Promise.all(running);
    expect(await cache.get('/c', loadAs('c'))).toBe('c');
  });
});

const database = useDatabase();

const SCRIPT = /<script[\s\S]*?<\/script>/g;
/** Bodies are read byte by byte. */
const readUtf8 = (body: string) => Buffer.from(body, 'latin1').toString('utf8');

describe('two processes on one database', () => {
  let sites: ProductionSite[] = [];
  beforeAll(async () => {
    sites = await Promise.all([runProduction(database.url), runProduction(database.url)]);
  });
  afterAll(() => Promise.all(sites.map(({ close }) => close())));

  const namesShown = (path: string, names: readonly string[]) =>
    Promise.all(
      sites.map(async ({ request }) => {
        const { body } = await request({ path });
        return names.filter((name) => body.includes(name));
      }),
    );

  // spec s10-pages.10 | S10 1 | What changes drops the stored pages, in every process | src/server/core/load-cache.ts
  test('a page that is stored is not rendered again, until a change is announced: then both processes show it', async () => {
    const tutor = await aTutor(database.db, { user: { name: 'Before Perera' } });
    const names = ['Before Perera', 'Unannounced Perera', 'After Perera'];
    const path = `/tutors/${tutor.id}`;
    expect(await namesShown(path, names)).toEqual([['Before Perera'], ['Before Perera']]);

    await database.db.update(users).set({ name: 'Unannounced Perera' }).where(eq(users.id, tutor.user.id));
    expect(await namesShown(path, names)).toEqual([['Before Perera'], ['Before Perera']]);

    await callerAs(database, tutor.user).auth.updateDetails({ name: 'After Perera' });
    await expect.poll(() => namesShown(path, names)).toEqual([['After Perera'], ['After Perera']]);
  });

  // spec s15-names.12 | S15 7 | A page in Sinhala or Tamil shows a name as an admin has translated it, brings it along for the browser, and is rendered
  //   anew in every process when it changes; an English page has neither | src/client/lib/catalogue-names.ts, src/server/features/pages/pages.projector.ts
  test('a translated name is on the pages in its language from the change on, with the answers that the page was rendered from', async () => {
    const tutor = await aTutor(database.db);
    const { catalogue } = callerAs(database, await anAdmin(database.db));
    const bodiesOf = (path: string) => Promise.all(sites.map(async ({ request }) => readUtf8((await request({ path })).body)));
    const isShown = async (path: string, name: string) => (await bodiesOf(path)).map((body) => body.replaceAll(SCRIPT, '').includes(name));
    const path = `/tutors/${tutor.id}`;
    await catalogue.updateSubject({ id: tutor.subjectId, nameSi: 'භෞතිකය' });
    await expect.poll(() => isShown(`/si${path}`, 'භෞතිකය')).toEqual([true, true]);
    expect(await isShown(path, 'භෞතිකය')).toEqual([false, false]);
    expect(await isShown(`/ta${path}`, 'භෞතිකය')).toEqual([false, false]);
    await catalogue.updateSubject({ id: tutor.subjectId, nameSi: 'චලිතය' });
    await expect.poll(() => isShown(`/si${path}`, 'චලිතය')).toEqual([true, true]);
    expect(await isShown(`/si${path}`, 'භෞතිකය')).toEqual([false, false]);

    const hasNames = async (page: string) =>
      (await bodiesOf(page)).map((body) => (body.match(SCRIPT) ?? []).some((script) => script.includes('"names"')));
    expect(await hasNames(`/si${path}`)).toEqual([true, true]);
    for (const page of [path, '/si/terms']) expect(await hasNames(page), page).toEqual([false, false]);
  });

  test('a tutor who is suspended has no page any more, in either process', async () => {
    const tutor = await aTutor(database.db, { user: { name: 'Suspended Silva' } });
    const admin = await signedIn(database.db, await anAdmin(database.db));
    const statuses = () => Promise.all(sites.map(async ({ request }) => (await request({ path: `/tutors/${tutor.id}` })).status));
    expect(await statuses()).toEqual([200, 200]);
    await callerAs(database, admin).moderation.setAccountStatus({ userId: tutor.user.id, status: 'suspended', reason: 'A reason' });
    await expect.poll(statuses).toEqual([404, 404]);
  });
});

describe('what clears it', () => {
  let hub: TestHub['hub'];
  beforeAll(async () => {
    hub = (await createTestHub(database)).hub;
  });
  afterAll(() => hub.close());

  /** Whether the pages were announced as changed before what follows. Notifications arrive in the order in which they were sent. */
  async function isAnnounced(change: () => Promise<unknown>): Promise<boolean> {
    const pages = hub.subscribe({ topics: [PAGES_TOPIC] });
    const end = hub.subscribe({ topics: ['end'] });
    await change();
    await notifierOf(database.db).close();
    await database.sql`select pg_notify(${NOTIFY_CHANNEL}, 'end')`;
    const first = await Promise.race([pages.next().then(() => 'pages'), end.next().then(() => 'end')]);
    for (const { close } of [pages, end]) close();
    return first === 'pages';
  }

  const setUp = async () => {
    const { db } = database;
    const tutor = await aTutor(db);
    const student = await aStudent(db);
    const admin = await signedIn(db, await anAdmin(db));
    const done = { tutor, student, status: 'completed', startTime: new Date(NOW.getTime() - 30 * HOUR) } as const;
    return {
      tutor,
      student,
      booking: await aBooking(db, done),
      post: await aBlog(db, { tutor }),
      reviewed: await aReview(db, { booking: await aBooking(db, { ...done, startTime: new Date(NOW.getTime() - 50 * HOUR) }) }),
      asTutor: callerAs(database, tutor.user),
      asStudent: callerAs(database, student),
      asAdmin: callerAs(database, admin),
    };
  };
  type Scene = Awaited<ReturnType<typeof setUp>>;

  test.each<[string, (scene: Scene) => Promise<unknown>]>([
    ['a profile is saved', ({ asTutor }) => asTutor.tutors.saveProfile({ bio: 'Another.' })],
    ['a vacation begins', ({ asTutor }) => asTutor.tutors.setVacation({ vacationMode: true })],
    ['a profile is closed', ({ asTutor }) => asTutor.tutors.deleteProfile()],
    ['an admin rejects a profile', ({ asAdmin, tutor }) => asAdmin.verification.reject({ id: tutor.id, reason: 'A reason' })],
    ['a person has another name', ({ asStudent }) => asStudent.auth.updateDetails({ name: 'Another Name' })],
    [
      'an account is suspended',
      ({ asAdmin, tutor }) => asAdmin.moderation.setAccountStatus({ userId: tutor.user.id, status: 'suspended', reason: 'A' }),
    ],
    ['a review is written', ({ asStudent, booking }) => asStudent.reviews.write({ bookingId: booking.id, rating: 4, review: 'A patient teacher.' })],
    ['a review is removed', ({ asStudent, reviewed }) => asStudent.reviews.remove({ id: reviewed.id })],
    ['a tutor replies', ({ asTutor, reviewed }) => asTutor.reviews.reply({ id: reviewed.id, reply: 'Thank you.' })],
    ['a post is published', ({ asTutor }) => asTutor.blogs.create({ title: 'A post', content: '<p>Words.</p>', tags: [], status: 'published' })],
    ['a post is changed', async ({ asTutor, post }) => asTutor.blogs.update({ id: post.id, title: 'Another title' })],
    ['a post is removed', async ({ asTutor, post }) => asTutor.blogs.remove({ id: post.id })],
    ['a subject has another name', ({ asAdmin, tutor }) => asAdmin.catalogue.updateSubject({ id: tutor.subjectId, name: `Subject ${tutor.id}` })],
    [
      'a topic has another name in Tamil',
      async ({ asAdmin, tutor }) =>
        asAdmin.catalogue.updateTopic({ id: (await aTopic(database.db, { subjectId: tutor.subjectId })).id, nameTa: 'இயக்கம்' }),
    ],
    ['a category is created', ({ asAdmin, tutor }) => asAdmin.catalogue.createCategory({ name: `Category ${tutor.id}` })],
  ])('%s', async (_, change) => {
    const scene = await setUp();
    expect(await isAnnounced(() => change(scene))).toBe(true);
  });

  test.each<[string, (scene: Scene) => Promise<unknown>]>([
    [
      'a booking is requested',
      ({ asStudent, tutor }) =>
        asStudent.bookings.request({
          tutorId: tutor.id,
          subjectId: tutor.subjectId,
          startTime: NEXT_MONDAY_NINE,
          endTime: new Date(NEXT_MONDAY_NINE.getTime() + HOUR),
          contactNumber: '0771234567',
        }),
    ],
    ['a person has another phone', ({ asStudent }) => asStudent.auth.updateDetails({ phone: '0771111111' })],
  ])('not that %s', async (_, change) => {
    const scene = await setUp();
    expect(await isAnnounced(() => change(scene))).toBe(false);
  });
});
