import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aCategory, anAdmin, aReview, aStudent, aSubject, aTopic, aTutor, HOUR, NOW } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { MALFORMED_IDS, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const TUTOR_NOT_FOUND = { success: false, message: 'Tutor Not Found', code: 'tutor.not_found' };

describe('GET /api/tutors/{id}', () => {
  // spec rest-tutors.3 | C §7 | GET /api/tutors/{id} | src/server/rest/tutors.ts
  test('answers a visitor the public profile without documents, earnings and what is not offered', async () => {
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
    const expected = {
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
      headline: '',
      introductionVideo: '',
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
      minimumNoticeHours: 0,
      bufferMinutes: 0,
      vacationMode: false,
      createdAt: ISO,
      updatedAt: ISO,
    };
    expect(body).toEqual(expected);

    const document = {
      _id: upload.id,
      id: upload.id,
      url: expect.stringMatching(new RegExp(`^http://vidya\\.test/files/${upload.path}\\?expires=\\d+&signature=`)),
      type: 'other',
      uploadedAt: ISO,
    };
    const [entry] = expected.subjects;
    const modes = [
      { type: 'online', enabled: true, rate: 1500.5 },
      { type: 'home-visit', enabled: false, rate: 999 },
    ];
    const own = { ...expected, documents: [document], totalEarnings: expect.any(Number), subjects: [{ ...entry, teachingModes: modes }] };
    expect((await rest.get('/api/tutors/profile', owner)).body).toEqual(own);
    expect((await rest.get(`/api/tutors/${tutor.id}`, owner)).body).toEqual(own);
    expect((await rest.get(`/api/tutors/${tutor.id}`, await rest.tokenOf(await anAdmin(database.db)))).body).toEqual(own);
  });

  test('shows a rejected tutor, with reviews, stats and availability, to the owner and admins only', async () => {
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

  test('answers 404 for a suspended tutor', async () => {
    const tutor = await aTutor(database.db, { user: { status: 'suspended' } });
    expect(await rest.get(`/api/tutors/${tutor.id}`)).toMatchObject({ status: 404, body: TUTOR_NOT_FOUND });
  });

  test.each([UNKNOWN_ID, ...MALFORMED_IDS])('answers 404 for the id %s, also for reviews, stats and availability', async (id) => {
    for (const path of [`/tutors/${id}`, `/tutors/${id}/reviews`, `/tutors/${id}/stats`, `/tutors/${id}/availability`, `/ratings/tutor/${id}`]) {
      const { status, body } = await rest.get(`/api${path}`);
      expect({ status, body }, path).toEqual({ status: 404, body: TUTOR_NOT_FOUND });
    }
  });
});

describe('GET /api/tutors/{id}/reviews', () => {
  // spec rest.24 | R §8 | GET /api/ratings/tutor/{tutorId}, the same as the reviews of a tutor | src/server/rest/ratings.ts
  // spec rest-tutors.4 | C §7 | GET /api/tutors/{id}/reviews | src/server/rest/tutors.ts
  test('answers a bare array, newest first, with both names of text and reviewer', async () => {
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
  // spec rest-tutors.5 | C §7 | GET /api/tutors/{id}/stats | src/server/rest/tutors.ts
  test('answers numbers, and earnings to the tutor and admins only', async () => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor, status: 'completed', startTime: new Date(NOW.getTime() - 30 * HOUR) });
    await aReview(database.db, { booking, rating: 3 });
    const stats = { totalStudents: 1, totalSessions: 1, averageRating: 3, totalEarnings: 0, cancellationCharges: 0 };
    expect((await rest.get(`/api/tutors/${tutor.id}/stats`)).body).toEqual(stats);
    const own = await rest.get(`/api/tutors/${tutor.id}/stats`, await rest.tokenOf(tutor.user));
    expect(own.body).toEqual({ ...stats, totalEarnings: 1500 });
  });
});

describe('GET /api/tutors/profile', () => {
  // spec rest-tutors.7 | C §7 | GET /api/tutors/profile; 404 means no profile and is no error | src/server/rest/tutors.ts
  // spec tutor-area.7
  test('answers 404 to a caller who is no tutor', async () => {
    for (const person of [await aStudent(database.db), await anAdmin(database.db), await aStudent(database.db, { role: null })]) {
      const { status, body } = await rest.get('/api/tutors/profile', await rest.tokenOf(person));
      expect({ status, body }).toEqual({
        status: 404,
        body: { success: false, message: 'Tutor profile not found', code: 'tutor.profile_not_found' },
      });
    }
  });

  // spec tutor-area.8 | R §4.5 34 | A tutor without a profile row gets an empty one, one row however many ask |
  //   src/server/features/tutors/profile.steps.ts
  test('creates an empty profile, the same for two simultaneous calls', async () => {
    const token = await rest.tokenOf(await aStudent(database.db, { role: 'tutor', phone: '0771234567' }));
    const [first, other] = await Promise.all([rest.get('/api/tutors/profile', token), rest.get('/api/tutors/profile', token)]);
    expect(first).toMatchObject({ status: 200, body: { documents: [], subjects: [], education: [], phone: '0771234567', totalEarnings: 0 } });
    expect(other.body).toEqual(first.body);
  });
});
