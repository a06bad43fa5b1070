import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import {
  aBooking,
  aCategory,
  anAdmin,
  aReview,
  aStudent,
  aSubject,
  aTopic,
  aTutor,
  HOUR,
  NEXT_MONDAY_NINE,
  NOW,
  unique,
} from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { MALFORMED_IDS, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const TUTOR_NOT_FOUND = { success: false, message: 'Tutor Not Found', code: 'tutor.not_found' };
const MONDAY = { day: 'Monday', startMinute: 540, endMinute: 1020 } as const;

type Found = { tutors: { id: string; user: { name: string } }[]; pagination: Record<string, unknown> };
const search = (query: string) => rest.get<Found>(`/api/tutors?${query}`);
const idsOf = async (query: string) => (await search(query)).body.tutors.map(({ id }) => id);

describe('GET /api/tutors/{id}', () => {
  test('a visitor gets the whole public profile, without documents, earnings and what is not on offer', async () => {
    const category = await aCategory(database.db);
    const subject = await aSubject(database.db, { categoryId: category.id, description: 'Numbers' });
    const topic = await aTopic(database.db, { subjectId: subject.id, description: 'Letters' });
    const tutor = await aTutor(database.db, {
      user: { profileImage: '/files/photos/one.svg' },
      phone: '0712345678',
      totalEarningsCents: 123_45,
      experience: 1,
      subjects: [
        {
          subjectId: subject.id,
          topicIds: [topic.id],
          modes: [
            { type: 'online', rateCents: 150_050 },
            { type: 'home-visit', enabled: false, rateCents: 99_900 },
          ],
        },
      ],
    });
    const upload = await anUpload(database.db, tutor.user);
    const owner = await rest.tokenOf(tutor.user);
    expect((await rest.call('PUT', '/api/tutors/profile', { as: owner, body: { documents: [{ id: upload.id, url: '' }] } })).status).toBe(200);

    const { status, body } = await rest.get(`/api/tutors/${tutor.id}`);
    expect(status).toBe(200);
    const seen = {
      _id: tutor.id,
      id: tutor.id,
      user: {
        _id: tutor.user.id,
        id: tutor.user.id,
        name: tutor.user.name,
        email: tutor.user.email,
        profileImage: 'http://vidya.test/files/photos/one.svg',
      },
      phone: '0712345678',
      bio: 'Teaches.',
      gender: 'Male',
      socialMedia: { instagram: '', youtube: '', facebook: '', linkedin: '' },
      teachingMediums: ['english'],
      education: [],
      experience: [{ title: 'Teacher', company: 'Royal College', duration: '2020 - 2023', description: 'Taught.' }],
      subjects: [
        {
          subject: {
            _id: subject.id,
            id: subject.id,
            name: subject.name,
            description: 'Numbers',
            isActive: true,
            createdAt: ISO,
            category: { _id: category.id, id: category.id, name: category.name, icon: 'BookOpen', color: '#6366f1', order: 0 },
          },
          selectedTopics: [{ _id: topic.id, id: topic.id, name: topic.name, description: 'Letters' }],
          teachingModes: [
            { type: 'online', enabled: true, rate: 1500.5 },
            { type: 'home-visit', enabled: false, rate: 0 },
          ],
          availability: [{ day: 'Monday', slots: [{ start: '09:00', end: '17:00' }] }],
        },
      ],
      availableLocations: 'Colombo',
      documents: [],
      rating: 0,
      totalReviews: 0,
      totalRatings: 0,
      totalStudents: 0,
      totalSessions: 0,
      totalEarnings: 0,
      isVerified: false,
      verificationStatus: 'not_started',
      verificationChecks: { documents: false, education: false, experience: false, background: false, interview: false },
      verificationDate: null,
      rejectionReason: '',
      status: 'active',
      vacationMode: false,
      createdAt: ISO,
      updatedAt: ISO,
    };
    expect(body).toEqual(seen);

    const document = {
      _id: upload.id,
      id: upload.id,
      url: expect.stringMatching(new RegExp(`^http://vidya\\.test/files/${upload.path}\\?expires=\\d+&signature=`)),
      type: 'other',
      uploadedAt: ISO,
    };
    const [entry] = seen.subjects;
    const modes = [
      { type: 'online', enabled: true, rate: 1500.5 },
      { type: 'home-visit', enabled: false, rate: 999 },
    ];
    const own = { ...seen, documents: [document], totalEarnings: expect.any(Number), subjects: [{ ...entry, teachingModes: modes }] };
    expect((await rest.get('/api/tutors/profile', owner)).body).toEqual(own);
    expect((await rest.get(`/api/tutors/${tutor.id}`, owner)).body).toEqual(own);
    expect((await rest.get(`/api/tutors/${tutor.id}`, await rest.tokenOf(await anAdmin(database.db)))).body).toEqual(own);
  });

  test('a rejected tutor is there for the owner and admins only, in all that hangs on the profile', async () => {
    const tutor = await aTutor(database.db, { verificationStatus: 'rejected', rejectionReason: 'Unreadable' });
    const readers = [await rest.tokenOf(tutor.user), await rest.tokenOf(await anAdmin(database.db))];
    const strangers = [undefined, 'x.y.z', await rest.tokenOf(await aStudent(database.db)), await rest.tokenOf((await aTutor(database.db)).user)];
    for (const part of ['', '/reviews', '/stats', '/availability']) {
      for (const stranger of strangers) {
        const { status, body } = await rest.get(`/api/tutors/${tutor.id}${part}`, stranger);
        expect({ status, body }, part).toEqual({ status: 404, body: TUTOR_NOT_FOUND });
      }
      for (const reader of readers) expect((await rest.get(`/api/tutors/${tutor.id}${part}`, reader)).status, part).toBe(200);
    }
    expect((await rest.get(`/api/tutors/${tutor.id}`, readers[0])).body).toMatchObject({ rejectionReason: 'Unreadable' });
  });

  test('a suspended tutor is not found', async () => {
    const tutor = await aTutor(database.db, { user: { status: 'suspended' } });
    expect(await rest.get(`/api/tutors/${tutor.id}`)).toMatchObject({ status: 404, body: TUTOR_NOT_FOUND });
  });

  test.each([UNKNOWN_ID, ...MALFORMED_IDS])('the id %s is nobody, in all that hangs on a profile', async (id) => {
    for (const path of [`/tutors/${id}`, `/tutors/${id}/reviews`, `/tutors/${id}/stats`, `/tutors/${id}/availability`, `/ratings/tutor/${id}`]) {
      const { status, body } = await rest.get(`/api${path}`);
      expect({ status, body }, path).toEqual({ status: 404, body: TUTOR_NOT_FOUND });
    }
  });
});

describe('GET /api/tutors/{id}/reviews', () => {
  test('a bare array, newest first, text and reviewer under both their names', async () => {
    const tutor = await aTutor(database.db);
    const student = await aStudent(database.db, { profileImage: '/files/photos/s.svg' });
    const topic = await aTopic(database.db, { subjectId: tutor.subjectId });
    const past = { tutor, status: 'completed' } as const;
    const first = await aBooking(database.db, { ...past, student, startTime: new Date(NOW.getTime() - 50 * HOUR), topics: [topic] });
    const second = await aBooking(database.db, { ...past, startTime: new Date(NOW.getTime() - 30 * HOUR) });
    const older = await aReview(database.db, {
      booking: first,
      rating: 4,
      review: 'Patient and clear.',
      createdAt: new Date(NOW.getTime() - 2 * HOUR),
    });
    const newer = await aReview(database.db, { booking: second, createdAt: new Date(NOW.getTime() - HOUR) });

    const { status, body } = await rest.get<{ id: string }[]>(`/api/tutors/${tutor.id}/reviews`);
    expect(status).toBe(200);
    expect(body.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(body[1]).toEqual({
      _id: older.id,
      id: older.id,
      booking: first.id,
      rating: 4,
      review: 'Patient and clear.',
      comment: 'Patient and clear.',
      student: { _id: student.id, id: student.id, name: student.name, profileImage: 'http://vidya.test/files/photos/s.svg' },
      user: { name: student.name, profileImage: 'http://vidya.test/files/photos/s.svg' },
      subject: { _id: tutor.subjectId, id: tutor.subjectId, name: first.subjectName },
      topics: [{ _id: topic.id, id: topic.id, name: topic.name, description: '' }],
      isVerified: true,
      createdAt: older.createdAt.toISOString(),
      updatedAt: ISO,
    });
    expect((await rest.get(`/api/ratings/tutor/${tutor.id}`)).body).toEqual(body);
  });
});

describe('GET /api/tutors/{id}/stats', () => {
  test('numbers; what was earned is told to the tutor and to admins only', async () => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor, status: 'completed', startTime: new Date(NOW.getTime() - 30 * HOUR) });
    await aReview(database.db, { booking, rating: 3 });
    const figures = { totalStudents: 1, totalSessions: 1, averageRating: 3, totalEarnings: 0, cancellationCharges: 0 };
    expect((await rest.get(`/api/tutors/${tutor.id}/stats`)).body).toEqual(figures);
    const own = await rest.get(`/api/tutors/${tutor.id}/stats`, await rest.tokenOf(tutor.user));
    expect(own.body).toEqual({ ...figures, totalEarnings: 1500 });
  });
});

describe('GET /api/tutors/{id}/availability', () => {
  const range = (from: string, to: string) => `startDate=${encodeURIComponent(from)}&endDate=${encodeURIComponent(to)}`;

  test('without a range the published week, keyed by its days', async () => {
    const tutor = await aTutor(database.db, {
      subjects: [{ slots: [MONDAY, { day: 'Friday', startMinute: 600, endMinute: 690 }, { day: 'Friday', startMinute: 720, endMinute: 780 }] }],
    });
    const { status, body } = await rest.get(`/api/tutors/${tutor.id}/availability`);
    expect(status).toBe(200);
    expect(body).toEqual({
      tutorId: tutor.id,
      vacationMode: false,
      availability: [
        {
          subject: expect.any(String),
          subjectId: tutor.subjectId,
          availability: {
            Monday: [{ start: '09:00', end: '17:00' }],
            Friday: [
              { start: '10:00', end: '11:30' },
              { start: '12:00', end: '13:00' },
            ],
          },
        },
      ],
    });
  });

  test('with a range also what is booked and free in it', async () => {
    const tutor = await aTutor(database.db, { subjects: [{ slots: [{ ...MONDAY, endMinute: 720 }] }] });
    await aBooking(database.db, { tutor, startTime: NEXT_MONDAY_NINE });
    const { body } = await rest.get(`/api/tutors/${tutor.id}/availability?${range('2026-03-09T00:00:00+05:30', '2026-03-10T00:00:00+05:30')}`);
    expect(body).toEqual({
      tutorId: tutor.id,
      vacationMode: false,
      dateRange: { start: '2026-03-08T18:30:00.000Z', end: '2026-03-09T18:30:00.000Z' },
      availability: [{ subject: expect.any(String), subjectId: tutor.subjectId, availability: { Monday: [{ start: '09:00', end: '12:00' }] } }],
      booked: [{ start: '2026-03-09T03:30:00.000Z', end: '2026-03-09T04:30:00.000Z' }],
      free: [{ subjectId: tutor.subjectId, starts: ['2026-03-09T04:30:00.000Z', '2026-03-09T05:30:00.000Z'] }],
    });
  });

  test('the same range as epoch milliseconds, as a day, and for longer sessions', async () => {
    const { id } = await aTutor(database.db, { subjects: [{ slots: [{ ...MONDAY, endMinute: 720 }] }] });
    const starts = async (query: string) =>
      (await rest.get<{ free: { starts: string[] }[] }>(`/api/tutors/${id}/availability?${query}`)).body.free[0]?.starts;
    const [from, to] = [Date.parse('2026-03-09T00:00:00Z'), Date.parse('2026-03-10T00:00:00Z')];
    const all = await starts(range('2026-03-09T00:00:00.000Z', '2026-03-10T00:00:00.000Z'));
    expect(all).toHaveLength(3);
    expect(await starts(`startDate=${from}&endDate=${to}`)).toEqual(all);
    expect(await starts(range('2026-03-09', '2026-03-10'))).toEqual(all);
    expect(await starts(range('2026-03-09T00:00', '2026-03-10T00:00:00'))).toEqual(all);
    expect(await starts(`${range('2026-03-09', '2026-03-10')}&duration=2`)).toHaveLength(2);
    expect(await starts(`${range('2026-03-09', '2026-03-10')}&duration=`)).toEqual(all);
  });

  test.each([
    ['a start alone', 'startDate=2026-03-09', 'Invalid date range'],
    ['an end alone', 'endDate=2026-03-09', 'Invalid date range'],
    ['an end before the start', range('2026-03-10', '2026-03-09'), 'Invalid date range'],
    ['no dates', range('yesterday', 'today'), 'Invalid date range'],
    ['days that no month has', range('2026-13-01', '2026-13-02'), 'Invalid date range'],
    ['a time beyond every calendar', range('-8640000000000000', '8640000000000000'), 'Invalid date range'],
    ['four hours', 'duration=4', 'Duration must be 1, 2 or 3 hours'],
    ['half an hour', 'duration=0.5', 'Duration must be 1, 2 or 3 hours'],
    ['a duration in words', 'duration=one', 'Duration must be 1, 2 or 3 hours'],
  ])('%s is 400', async (_, query, message) => {
    const { id } = await aTutor(database.db);
    expect(await rest.get(`/api/tutors/${id}/availability?${query}`)).toMatchObject({ status: 400, body: { success: false, message } });
  });
});

describe('GET /api/tutors', () => {
  test('whole profiles without phone, email and documents, and the page they are on', async () => {
    const locations = unique('Jaffna');
    const tutor = await aTutor(database.db, { availableLocations: locations, phone: '0712345678', user: { profileImage: '/files/photos/a.svg' } });
    const { status, body } = await search(`search=${encodeURIComponent(locations)}`);
    expect(status).toBe(200);
    expect(body.pagination).toEqual({ page: 1, pages: 1, total: 1, limit: 24 });
    const { body: profile } = await rest.get<Record<string, unknown>>(`/api/tutors/${tutor.id}`);
    expect(body.tutors).toEqual([{ ...profile, phone: '', user: { ...(profile.user as object), email: '' } }]);
  });

  test('pages are disjoint and complete in every order, and tutors without a price come last both ways', async () => {
    const locations = unique('Kandy');
    const where = `location=${encodeURIComponent(locations)}&limit=2`;
    const rates = [90_000, 250_000, 120_000, 90_000];
    const ids: string[] = [];
    for (const rateCents of rates) {
      const { id } = await aTutor(database.db, { availableLocations: locations, subjects: [{ modes: [{ type: 'online', rateCents }] }] });
      ids.push(id);
    }
    for (const sortBy of ['rating', 'price', 'experience', 'name', 'createdAt', 'newest', 'oldest', 'nonsense', '']) {
      for (const sortOrder of ['asc', 'desc', 'sideways', '']) {
        const order = `${where}&sortBy=${sortBy}&sortOrder=${sortOrder}`;
        const pages = [await idsOf(`${order}&page=1`), await idsOf(`${order}&page=2`), await idsOf(`${order}&page=3`)];
        expect(
          pages.map((page) => page.length),
          order,
        ).toEqual([2, 2, 0]);
        expect(pages.flat().sort(), order).toEqual([...ids].sort());
      }
    }
    const cheapest = await idsOf(`${where.replace('limit=2', 'limit=10')}&sortBy=price&sortOrder=asc`);
    expect(cheapest.slice(2)).toEqual([ids[2], ids[1]]);
    expect((await search(`${where}&page=3`)).body.pagination).toEqual({ page: 3, pages: 2, total: 4, limit: 2 });
  });

  test('newest and oldest say a direction, whatever direction is asked for', async () => {
    const locations = unique('Galle');
    const where = `location=${encodeURIComponent(locations)}`;
    const first = await aTutor(database.db, { availableLocations: locations, createdAt: new Date(NOW.getTime() - 2 * HOUR) });
    const second = await aTutor(database.db, { availableLocations: locations, createdAt: new Date(NOW.getTime() - HOUR) });
    expect(await idsOf(`${where}&sortBy=newest`)).toEqual([second.id, first.id]);
    expect(await idsOf(`${where}&sortBy=newest&sortOrder=asc`)).toEqual([second.id, first.id]);
    expect(await idsOf(`${where}&sortBy=oldest`)).toEqual([first.id, second.id]);
    expect(await idsOf(`${where}&sortBy=createdAt`)).toEqual([second.id, first.id]);
    expect(await idsOf(`${where}&sortBy=createdAt&sortOrder=asc`)).toEqual([first.id, second.id]);
  });

  test('the modes in every spelling', async () => {
    const locations = unique('Matara');
    const where = `location=${encodeURIComponent(locations)}`;
    const entry = (type: 'online' | 'home-visit') => ({ modes: [{ type, rateCents: 100_000 }] });
    const online = await aTutor(database.db, { availableLocations: locations, subjects: [entry('online')] });
    const visiting = await aTutor(database.db, { availableLocations: locations, subjects: [entry('home-visit')] });
    for (const spelling of ['ONLINE', 'online']) expect(await idsOf(`${where}&teachingMode=${spelling}`), spelling).toEqual([online.id]);
    for (const spelling of ['INDIVIDUAL', 'HOME-VISIT', 'home_visit', 'HOMEVISIT', 'in-person', 'IN_PERSON']) {
      expect(await idsOf(`${where}&teachingMode=${spelling}`), spelling).toEqual([visiting.id]);
    }
    for (const spelling of ['', 'ANY', 'all', 'null']) expect(await idsOf(`${where}&teachingMode=${spelling}`), spelling).toHaveLength(2);
    for (const spelling of ['GROUP', 'telepathy', 'constructor']) expect(await idsOf(`${where}&teachingMode=${spelling}`), spelling).toEqual([]);
  });

  test('women only, verified only, by subject, topic and category', async () => {
    const locations = unique('Negombo');
    const where = `location=${encodeURIComponent(locations)}`;
    const category = await aCategory(database.db);
    const subject = await aSubject(database.db, { name: unique('Maths'), categoryId: category.id });
    const topic = await aTopic(database.db, { subjectId: subject.id, name: unique('Algebra') });
    const woman = await aTutor(database.db, {
      availableLocations: locations,
      gender: 'Female',
      subjects: [{ subjectId: subject.id, topicIds: [topic.id] }],
    });
    const man = await aTutor(database.db, { availableLocations: locations, isVerified: true, verificationStatus: 'approved' });
    expect(await idsOf(`${where}&femaleOnly=true`)).toEqual([woman.id]);
    for (const off of ['false', '', '1', 'yes']) expect(await idsOf(`${where}&femaleOnly=${off}`), off).toHaveLength(2);
    for (const only of ['true', 'verified']) expect(await idsOf(`${where}&verified=${only}`), only).toEqual([man.id]);
    for (const only of ['false', 'unverified']) expect(await idsOf(`${where}&verified=${only}`), only).toEqual([woman.id]);
    for (const both of ['all', '', 'nonsense', 'constructor']) expect(await idsOf(`${where}&verified=${both}`), both).toHaveLength(2);
    for (const one of [subject.id, encodeURIComponent(subject.name), encodeURIComponent(subject.name.toUpperCase())]) {
      expect(await idsOf(`subject=${one}`), one).toEqual([woman.id]);
    }
    for (const one of [topic.id, encodeURIComponent(topic.name)]) expect(await idsOf(`topic=${one}`), one).toEqual([woman.id]);
    for (const one of [category.id, encodeURIComponent(category.name)]) expect(await idsOf(`category=${one}`), one).toEqual([woman.id]);
    for (const nothing of ['all', '', 'null', 'undefined']) {
      expect(await idsOf(`${where}&subject=${nothing}&topic=${nothing}&category=${nothing}`), nothing).toHaveLength(2);
    }
    for (const key of ['subject', 'topic', 'category']) {
      for (const unknown of ['Nobody teaches this', UNKNOWN_ID, 'x'.repeat(3000), '%00', '__proto__']) {
        const { status, body } = await search(`${key}=${unknown}`);
        expect({ status, body }, key).toEqual({ status: 200, body: { tutors: [], pagination: { page: 1, pages: 0, total: 0, limit: 24 } } });
      }
    }
  });

  test.each([
    ['page=0&limit=0', { page: 1, limit: 24 }],
    ['page=-3&limit=-1', { page: 1, limit: 24 }],
    ['page=two&limit=many', { page: 1, limit: 24 }],
    ['page=1.5&limit=2.5', { page: 1, limit: 24 }],
    ['page=&limit=', { page: 1, limit: 24 }],
    ['page=2&limit=101', { page: 2, limit: 100 }],
    ['page=1e3&limit=0x10', { page: 1, limit: 24 }],
    ['page=1&page=4', { page: 4, limit: 24 }],
    ['page=99999999999999999999', { page: 1_000_000, limit: 24 }],
    ['__proto__=1&__proto__=2&constructor=3', { page: 1, limit: 24 }],
    ['minRating=abc', { page: 1 }],
    ['minRating=9', { page: 1 }],
    ['search=%25%00_%5C&location=%F0%9F%99%82', { page: 1 }],
    [`search=${'x'.repeat(5000)}`, { page: 1 }],
    ['search=%', { page: 1 }],
  ])('the query %s is read as far as it can be', async (query, pagination) => {
    const { status, body } = await search(query);
    expect(status).toBe(200);
    expect(body.pagination).toMatchObject(pagination);
  });
});

describe('GET /api/tutors/profile', () => {
  test('who is no tutor has none: 404, which is no error to clients', async () => {
    for (const person of [await aStudent(database.db), await anAdmin(database.db), await aStudent(database.db, { role: null })]) {
      const { status, body } = await rest.get('/api/tutors/profile', await rest.tokenOf(person));
      expect({ status, body }).toEqual({
        status: 404,
        body: { success: false, message: 'Tutor profile not found', code: 'tutor.profile_not_found' },
      });
    }
  });

  test('a tutor without a profile gets an empty one, the same for two who ask at once', async () => {
    const token = await rest.tokenOf(await aStudent(database.db, { role: 'tutor', phone: '0771234567' }));
    const [one, other] = await Promise.all([rest.get('/api/tutors/profile', token), rest.get('/api/tutors/profile', token)]);
    expect(one).toMatchObject({ status: 200, body: { documents: [], subjects: [], education: [], phone: '0771234567', totalEarnings: 0 } });
    expect(other.body).toEqual(one.body);
  });
});
