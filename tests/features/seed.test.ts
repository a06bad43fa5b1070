import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { refreshListing } from '#db/listing.ts';
import * as schema from '#db/schema/index.ts';
import { makeMarketplace } from '#seed/marketplace.ts';
import { portraitFor } from '#seed/people.ts';
import { emptyDemo, seedIfEmpty } from '#seed/seed.ts';
import { hasExactResult } from '#server/features/tutors/search/tutor-search.queries.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { saveProfileInput } from '#shared/contracts/tutors.ts';
import { requestExpiresAt } from '#shared/domain/booking-clock.ts';
import { bookingProblem } from '#shared/domain/booking-request.ts';
import { blockedTimes, daysOffProblem } from '#shared/domain/days-off.ts';
import { notificationCopy } from '#shared/domain/notification-copy.ts';
import { completeness } from '#shared/domain/profile-completeness.ts';
import { MODE_OF_METHOD } from '#shared/domain/rates.ts';
import { savedSearchState } from '#shared/domain/saved-search.ts';
import { weekProblem } from '#shared/domain/weekly-hours.ts';
import { addDays, instantAt } from '#shared/domain/zone.ts';
import { BOOKING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { type TestDatabase, useDatabase } from '#tests/support/database.ts';

const TODAY = '2026-11-21';
const ZONE = 'Asia/Colombo';
const HOUR = 3_600_000;
const MIDNIGHT = instantAt(TODAY, 0, ZONE);

const database = useDatabase();
const otherDatabase = useDatabase();
const filesDir = mkdtempSync(join(tmpdir(), 'vidya-seed-'));
const makeDemo = (today: string) => makeMarketplace({ today, zone: ZONE, appName: 'Vidya', passwordHash: 'a hash' });
const { rows, files } = makeDemo(TODAY);
const seed = ({ url }: TestDatabase, today = TODAY) => seedIfEmpty({ databaseUrl: url, today, appTimezone: ZONE, filesDir });

beforeAll(async () => {
  const results = await Promise.all([seed(database), seed(database)]);
  expect(results.sort()).toEqual([false, true]);
  expect(await seed(otherDatabase)).toBe(true);
});
afterAll(() => rmSync(filesDir, { recursive: true, force: true }));

async function readAll({ sql: raw }: TestDatabase): Promise<Record<string, unknown[]>> {
  const tables = await raw<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const entries = tables.map(async ({ name }) => {
    const rows = await raw.unsafe(`select * from ${name} as row order by row::text`);
    return [name, rows.map(({ password_hash: _, ...row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe('the demo data', () => {
  test('are the same rows for the same day', async () => {
    expect(await readAll(database)).toEqual(await readAll(otherDatabase));
  });

  test('keep their people and move their dates with the day', () => {
    const { rows: later } = makeDemo(addDays(TODAY, 7));
    expect(later.users.map(({ email }) => email)).toEqual(rows.users.map(({ email }) => email));
    const shifts = later.bookings.map(({ startTime }, index) => startTime.getTime() - (rows.bookings[index]?.startTime.getTime() ?? 0));
    expect(new Set(shifts)).toEqual(new Set([7 * 24 * HOUR]));
  });

  test('are made once, also when two processes begin at the same time, and never over people', async () => {
    const before = await readAll(database);
    expect(await seed(database, '2027-01-01')).toBe(false);
    expect(await readAll(database)).toEqual(before);
  });

  test('hold the catalogue that is taught here', () => {
    const { subjectCategories, subjects, topics } = rows;
    expect(subjectCategories.length).toBeGreaterThanOrEqual(8);
    expect(subjects.length).toBeGreaterThanOrEqual(40);
    expect(topics.length).toBeGreaterThanOrEqual(250);
    const taught = new Set(rows.tutorSubjects.map(({ subjectId }) => subjectId));
    expect(subjects.filter(({ id }) => !taught.has(id))).toEqual([]);
  });

  test('hold about sixty tutors, half of them women, most of them verified', () => {
    const women = rows.tutorProfiles.filter(({ gender }) => gender === 'Female').length;
    const verified = rows.tutorProfiles.filter(({ isVerified }) => isVerified).length;
    expect(rows.tutorProfiles.length).toBeGreaterThan(55);
    expect(rows.tutorProfiles.length).toBeLessThan(70);
    expect(women / rows.tutorProfiles.length).toBeCloseTo(0.5, 1);
    expect(verified / rows.tutorProfiles.length).toBeCloseTo(0.8, 1);
    expect(new Set(rows.tutorProfiles.map(({ verificationStatus }) => verificationStatus)).size).toBe(4);
    expect(rows.tutorProfiles.some(({ vacationMode }) => vacationMode)).toBe(true);
  });

  test('list every bookable tutor, with the rows that any command would compute', async () => {
    const { db } = database;
    const listings = () => db.select().from(schema.tutorListings).orderBy(schema.tutorListings.tutorId, schema.tutorListings.scope);
    const before = await listings();
    await refreshListing(
      db,
      rows.tutorProfiles.map(({ id }) => id),
    );
    expect(await listings()).toEqual(before);
    expect(new Set(before.map(({ tutorId }) => tutorId)).size).toBeGreaterThan(55);
  });

  test('contain a copy of the approved profile for verified tutors only', () => {
    const verified = rows.tutorProfiles.filter(({ isVerified }) => isVerified);
    expect(rows.tutorApprovals.map(({ tutorId, createdAt }) => [tutorId, createdAt])).toEqual(
      verified.map(({ id, verificationDate }) => [id, verificationDate]),
    );
    for (const { tutorId, education } of rows.tutorApprovals) {
      const ofTutor = <T extends { tutorId: string }>(all: readonly T[]) => all.filter((row) => row.tutorId === tutorId);
      expect(education).toEqual(ofTutor(rows.tutorEducation).map(({ degree, institution, year }) => ({ degree, institution, year })));
      const approved = ofTutor(rows.tutorApprovalDocuments).map(({ uploadId }) => uploadId);
      expect(approved).toEqual(ofTutor(rows.tutorDocuments).map(({ uploadId }) => uploadId));
      expect(approved.length).toBeGreaterThan(0);
    }
  });

  test.each([TODAY, '2026-11-22', '2026-11-23', '2027-02-25'])('give the demo tutor days off to come, where nothing is booked, on %s', (today) => {
    const { users, tutorProfiles, bookings, tutorDaysOff } = makeDemo(today).rows;
    const { id: userId } = only(users.filter(({ email }) => email === 'tutor@vidya.test'));
    const { id } = only(tutorProfiles.filter((profile) => profile.userId === userId));
    expect(tutorDaysOff.map(({ tutorId, note }) => [tutorId, note])).toEqual([
      [id, expect.stringMatching(/./)],
      [id, expect.stringMatching(/./)],
    ]);
    for (const { fromDate, toDate, ...off } of tutorDaysOff) {
      expect(daysOffProblem({ fromDate, toDate }, { now: instantAt(today, 0, ZONE), zone: ZONE })).toBeNull();
      const [blocked] = blockedTimes([{ fromDate, toDate, startMinute: off.startMinute ?? null, endMinute: off.endMinute ?? null }], ZONE);
      const active = bookings.filter(({ tutorId, status }) => tutorId === id && status !== 'cancelled');
      expect(active.filter(({ startTime, endTime }) => blocked && startTime < blocked.end && blocked.start < endTime)).toEqual([]);
    }
  });

  test('have a file for every upload and every photo', () => {
    for (const { row } of files) expect(readFileSync(join(filesDir, row.path)).byteLength).toBe(row.bytes);
    const photos = rows.users.flatMap(({ profileImage }) => (profileImage ? [profileImage] : []));
    const paths = new Set(files.map(({ row }) => `/files/${row.path}`));
    expect(photos.filter((photo) => !paths.has(photo))).toEqual([]);
  });

  // spec s8-development.23 | issue 26, First | Demo portraits are drawn once, and given by the id alone | src/seed/people.ts
  test('have portraits that are drawn once, and given by the id alone', () => {
    const photos = files.filter(({ row }) => row.purpose === 'photo');
    const portraits = readdirSync('src/seed/data/portraits').map((name) => readFileSync(join('src/seed/data/portraits', name), 'base64'));
    expect(portraits).toHaveLength(12);
    expect(new Set(photos.map(({ content }) => content.toString('base64')))).toEqual(new Set(portraits));
    for (const { row, content } of photos) expect(content).toBe(portraitFor(row.ownerId ?? ''));
    const documents = files.filter(({ row }) => row.purpose !== 'photo');
    expect(new Set(documents.map(({ content }) => content.toString('utf8'))).size).toBe(documents.length);
  });
});

describe('the clock of the demo data', () => {
  const jobsOf = (id: string, kind: string) =>
    rows.jobs.filter((job) => job.kind === kind && 'bookingId' in job.params && job.params.bookingId === id);

  test('ends every request, and completes every session that is confirmed, as the commands would plan it', () => {
    for (const { id, status, startTime, endTime, createdAt } of rows.bookings) {
      const unanswered = jobsOf(id, 'booking.unanswered').map(({ key, dueAt }) => ({ key, dueAt }));
      const over = jobsOf(id, 'booking.over').map(({ key, dueAt }) => ({ key, dueAt }));
      const dueAt = requestExpiresAt({ createdAt: createdAt ?? MIDNIGHT, startTime });
      expect(unanswered).toEqual(status === 'pending' ? [{ key: `booking.unanswered ${id}`, dueAt }] : []);
      const after = new Date(endTime.getTime() + 48 * HOUR);
      expect(over).toEqual(status === 'confirmed' ? [{ key: `booking.over ${id} ${endTime.getTime()}`, dueAt: after }] : []);
    }
    const planned = rows.jobs.filter((job) => !('deadAt' in job));
    expect(planned.every(({ dueAt }) => dueAt > MIDNIGHT)).toBe(true);
    expect(new Set(planned.map(({ key }) => key)).size).toBe(planned.length);
  });

  test('reminds of every confirmed session from today on, and of none whose reminder was due before', () => {
    const confirmed = rows.bookings.filter(({ status }) => status === 'confirmed');
    for (const { id, startTime, remindedHours } of confirmed) {
      const due = [24, 1].map((hours) => ({ hours, dueAt: new Date(startTime.getTime() - hours * HOUR) }));
      const ahead = due.filter(({ dueAt }) => dueAt > MIDNIGHT);
      const planned = rows.jobs.flatMap(({ kind, params, dueAt }) =>
        kind === 'booking.remind' && params.bookingId === id ? [{ hours: params.hours, dueAt }] : [],
      );
      expect(planned).toEqual(ahead);
      expect(remindedHours).toBe(due.filter(({ dueAt }) => dueAt <= MIDNIGHT).at(-1)?.hours ?? null);
    }
    expect(rows.jobs.filter(({ kind }) => kind === 'booking.remind').length).toBeGreaterThan(confirmed.length);
  });

  test('is in the queue', async () => {
    const { total } = only(await database.db.select({ total: count() }).from(schema.jobs));
    expect(total).toBe(rows.jobs.length);
  });
});

describe('a profile of the demo data', () => {
  const of = <T extends { tutorId: string }>(rows: readonly T[], id: string) => rows.filter(({ tutorId }) => tutorId === id);

  const profiles = rows.tutorProfiles.map((profile) => {
    const user = only(rows.users.filter(({ id }) => id === profile.userId));
    const subjects = of(rows.tutorSubjects, profile.id).map((entry) => ({
      subject: entry.subjectId,
      selectedTopics: rows.tutorSubjectTopics.filter(({ tutorSubjectId }) => tutorSubjectId === entry.id).map(({ topicId }) => topicId),
      teachingModes: rows.tutorModes
        .filter(({ tutorSubjectId }) => tutorSubjectId === entry.id)
        .map(({ type, enabled = false, rateCents }) => ({ type, enabled, rate: rateCents / 100 })),
      availability: weekOf(entry.id),
    }));
    const { phone = '', bio = '', gender = '', availableLocations = '', teachingMediums = [], socialMedia } = profile;
    const background = { education: of(rows.tutorEducation, profile.id), experience: of(rows.tutorExperience, profile.id) };
    const documents = of(rows.tutorDocuments, profile.id).map(({ uploadId }) => uploadId);
    const draft = { phone, bio, gender, availableLocations, teachingMediums, socialMedia, subjects, documents, ...background };
    const person = { name: user.name, email: user.email, profileImage: user.profileImage ?? '' };
    return { name: user.name, status: profile.verificationStatus, draft, complete: completeness({ ...draft, user: person }) };
  });

  test('passes every rule of saving', () => {
    const problems = profiles.map(({ name, draft }) => ({
      name,
      errors: saveProfileInput.safeParse(draft).error?.issues ?? [],
      weeks: draft.subjects.flatMap(({ availability }) => weekProblem(availability) ?? []),
    }));
    expect(problems.filter(({ errors, weeks }) => errors.length + weeks.length > 0)).toEqual([]);
  });

  test('is complete once it was submitted', () => {
    const wrong = profiles.filter(({ status, complete }) => complete.isComplete !== (status !== 'not_started'));
    expect(wrong.map(({ name, complete }) => [name, complete.missing])).toEqual([]);
  });
});

function weekOf(entryId: string) {
  const time = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return rows.tutorSlots
    .filter(({ tutorSubjectId }) => tutorSubjectId === entryId)
    .map(({ day, startMinute, endMinute }) => ({ day, slots: [{ start: time(startMinute), end: time(endMinute) }] }));
}

describe('a booking of the demo data', () => {
  const bookings = rows.bookings.map((booking) => ({ ...booking, createdAt: booking.createdAt ?? MIDNIGHT }));
  const modesOf = (entryId: string) =>
    rows.tutorModes
      .filter(({ tutorSubjectId }) => tutorSubjectId === entryId)
      .map(({ type, enabled = false, rateCents }) => ({ type, enabled, rate: rateCents / 100 }));
  const entryOf = ({ tutorId, subjectId }: (typeof bookings)[number]) =>
    only(rows.tutorSubjects.filter((entry) => entry.tutorId === tutorId && entry.subjectId === subjectId));
  const hoursOf = ({ startTime, endTime }: (typeof bookings)[number]) => (endTime.getTime() - startTime.getTime()) / HOUR;

  test('takes neither its tutor nor its student from another, cancelled ones apart', () => {
    const active = bookings.filter(({ status }) => status !== 'cancelled');
    const clashes = active.filter((booking, index) =>
      active
        .slice(index + 1)
        .some(
          (later) =>
            (later.tutorUserId === booking.tutorUserId || later.studentId === booking.studentId) &&
            later.startTime < booking.endTime &&
            booking.startTime < later.endTime,
        ),
    );
    expect(clashes).toEqual([]);
  });

  test('could be requested when it was made', () => {
    const problems = bookings.map((booking) => {
      const entry = entryOf(booking);
      const subject = { id: entry.subjectId, isActive: true, modes: modesOf(entry.id), week: weekOf(entry.id) };
      const method = booking.learningMethod === 'group' ? ('online' as const) : booking.learningMethod;
      const requested = { subjectId: entry.subjectId, start: booking.startTime, end: booking.endTime, hours: hoursOf(booking), method };
      return bookingProblem({ isOnVacation: false, subjects: [subject] }, requested, { now: booking.createdAt, zone: ZONE });
    });
    expect(new Set(problems)).toEqual(new Set([null]));
  });

  test('costs the rate of its mode for its hours', () => {
    const wrong = bookings.filter((booking) => {
      const mode = modesOf(entryOf(booking).id).find(({ type }) => type === MODE_OF_METHOD[booking.learningMethod]);
      return booking.amountCents === 0 || booking.amountCents !== (mode?.rate ?? 0) * 100 * hoursOf(booking);
    });
    expect(wrong).toEqual([]);
  });

  test('has dates and a status that fit the day', () => {
    const late = [...bookings, ...rows.reviews, ...rows.notifications].filter(({ createdAt }) => (createdAt ?? MIDNIGHT) >= MIDNIGHT);
    expect(late).toEqual([]);
    const wrong = bookings.filter(({ status, startTime, endTime }) => {
      if (status === 'completed') return endTime > MIDNIGHT;
      if (status === 'pending') return startTime < instantAt(addDays(TODAY, 1), 0, ZONE);
      return status === 'confirmed' && endTime.getTime() < MIDNIGHT.getTime() - 24 * HOUR;
    });
    expect(wrong).toEqual([]);
  });

  test('is reviewed at most once, and only when completed', () => {
    const completed = new Set(bookings.filter(({ status }) => status === 'completed').map(({ id }) => id));
    expect(rows.reviews.filter(({ bookingId }) => !completed.has(bookingId))).toEqual([]);
    expect(new Set(rows.reviews.map(({ bookingId }) => bookingId)).size).toBe(rows.reviews.length);
    expect(new Set(rows.reviews.map(({ tutorUserId, review }) => `${tutorUserId} ${review}`)).size).toBe(rows.reviews.length);
  });

  test('says when it was confirmed, completed or cancelled, as its story goes', () => {
    for (const { status, createdAt, confirmedAt, completedAt, cancelledAt, updatedAt } of bookings) {
      const last = { pending: createdAt, confirmed: confirmedAt, completed: completedAt, cancelled: cancelledAt }[status];
      expect(last).toEqual(updatedAt);
      expect([completedAt !== null, cancelledAt !== null]).toEqual([status === 'completed', status === 'cancelled']);
      if (status === 'confirmed' || status === 'completed') expect(confirmedAt?.getTime()).toBeGreaterThan(createdAt.getTime());
    }
  });

  test('has notifications with the texts of their kinds', () => {
    for (const { kind, params = {}, title, message } of rows.notifications) expect({ title, message }).toMatchObject(copyOf(kind, params));
  });
});

describe('a conversation of the demo data', () => {
  const messagesOf = (id: string | undefined) => rows.messages.filter(({ threadId }) => threadId === id);
  const pairOf = ({ studentId, tutorUserId }: { studentId?: string | null; tutorUserId?: string | null }) => `${studentId} ${tutorUserId}`;

  test('is there for each two who have a booking together, since the first of them', () => {
    const first = new Map<string, Date>();
    for (const booking of rows.bookings) {
      const at = booking.createdAt ?? MIDNIGHT;
      if (at < (first.get(pairOf(booking)) ?? MIDNIGHT)) first.set(pairOf(booking), at);
    }
    expect(new Map(rows.messageThreads.map((thread) => [pairOf(thread), thread.createdAt]))).toEqual(first);
    expect(rows.messageThreads).toHaveLength(first.size);
  });

  test.each([TODAY, '2026-11-22', '2026-11-23', '2027-02-25'])('goes forward from its beginning, and lies in the past, on %s', (today) => {
    const { messageThreads, messages } = makeDemo(today).rows;
    expect(new Set(messages.map(({ threadId }) => threadId)).size).toBe(5);
    for (const { id, createdAt, lastActivityAt } of messageThreads) {
      const times = messages.filter(({ threadId }) => threadId === id).map((message) => message.createdAt.getTime());
      const order = [createdAt?.getTime() ?? 0, ...times];
      expect(order).toEqual([...new Set(order)].sort((first, second) => first - second));
      expect(lastActivityAt?.getTime()).toBe(order.at(-1));
      expect(order.at(-1)).toBeLessThan(instantAt(today, 0, ZONE).getTime());
    }
  });

  test('counts the last messages of the other side as unread for both demo accounts, with a notification', () => {
    const unread = rows.messageThreads.flatMap((thread) => {
      const last = messagesOf(thread.id).slice(-((thread.studentUnread ?? 0) + (thread.tutorUnread ?? 0)) || undefined);
      const by = thread.studentUnread ? 'tutor' : 'student';
      if (!thread.studentUnread && !thread.tutorUnread) return [];
      expect(last.map(({ sentBy }) => sentBy)).toEqual(last.map(() => by));
      return [by === 'tutor' ? thread.studentId : thread.tutorUserId];
    });
    const { id: student } = only(rows.users.filter(({ email }) => email === 'student@vidya.test'));
    const { id: tutor } = only(rows.users.filter(({ email }) => email === 'tutor@vidya.test'));
    expect(unread.sort()).toEqual([student, tutor, tutor].sort());
    const notified = rows.notifications.filter(({ kind }) => kind === 'message.received').map(({ userId }) => userId);
    expect(notified.sort()).toEqual(unread);
  });
});

test('some reviews of the demo data have a reply, written after them and before today', () => {
  const replied = rows.reviews.filter(({ reply }) => reply);
  expect(replied.length).toBeGreaterThan(5);
  expect(replied.length).toBeLessThan(rows.reviews.length / 2);
  for (const { createdAt, repliedAt } of replied) {
    expect(repliedAt?.getTime()).toBeGreaterThan(createdAt.getTime());
    expect(repliedAt?.getTime()).toBeLessThan(MIDNIGHT.getTime());
  }
});

const copyOf = (...[kind, params]: Parameters<typeof notificationCopy>) => {
  const { title, message } = notificationCopy(kind, params);
  return { title, message };
};

describe('the demo logins', () => {
  const account = async (email: string) =>
    only(
      await database.db
        .select()
        .from(schema.users)
        .where(eq(sql`lower(${schema.users.email})`, email)),
    );

  test.each(['student', 'tutor', 'admin'] as const)('let the %s in with the printed password', async (role) => {
    const user = await account(`${role}@vidya.test`);
    expect(user).toMatchObject({ role, status: 'active' });
    expect(await createPasswords().verify(user.passwordHash, 'vidya-demo')).toBe(true);
  });

  test.each(['2026-11-21', '2026-11-22', '2026-11-23', '2027-02-25', '2028-02-29'])('find bookings in every state on %s', (today) => {
    const { users, bookings, favourites } = makeDemo(today).rows;
    const idOf = (email: string) => only(users.filter((user) => user.email === email)).id;
    const [student, tutor] = [idOf('student@vidya.test'), idOf('tutor@vidya.test')];
    const midnight = instantAt(today, 0, ZONE);
    const statesOf = (rows: typeof bookings) => new Set(rows.map(({ status }) => status));
    const [booked, taught] = [bookings.filter(({ studentId }) => studentId === student), bookings.filter(({ tutorUserId }) => tutorUserId === tutor)];

    expect(statesOf(booked)).toEqual(new Set(BOOKING_STATUSES));
    expect(statesOf(taught)).toEqual(new Set(BOOKING_STATUSES));
    expect(booked.some(({ status, startTime }) => status === 'confirmed' && startTime > midnight)).toBe(true);
    expect(taught.filter(({ status }) => status === 'pending').length).toBeGreaterThanOrEqual(3);
    expect(taught.filter(({ status, startTime }) => status === 'confirmed' && startTime > midnight).length).toBeGreaterThanOrEqual(3);
    expect(taught.some(({ status, endTime }) => status === 'confirmed' && endTime < midnight)).toBe(true);
    expect(favourites.filter(({ studentId }) => studentId === student).length).toBe(6);
  });
});

describe('the saved searches of the demo student', () => {
  const now = new Date(MIDNIGHT.getTime() + 12 * HOUR);

  test.each(['2026-11-21', '2027-02-25'])('are in every state on %s', (today) => {
    const { users, savedSearches } = makeDemo(today).rows;
    const noon = new Date(instantAt(today, 0, ZONE).getTime() + 12 * HOUR);
    const student = only(users.filter(({ email }) => email === 'student@vidya.test'));
    expect(savedSearches.map(({ userId }) => userId)).toEqual(savedSearches.map(() => student.id));
    expect(savedSearches.map((search) => savedSearchState(search, { now: noon, zone: ZONE }))).toEqual(['waiting', 'found', 'over']);
  });

  test('find what they say: nobody while they wait, and somebody where one was found', async () => {
    const ctx = contextAs(database, null, { now: () => now });
    const hasTutor = rows.savedSearches.map(({ filters }) => hasExactResult(ctx, { femaleOnly: false, sortBy: 'rating', ...filters }));
    expect((await Promise.all(hasTutor)).slice(0, 2)).toEqual([false, true]);
  });

  test('are told of in the notifications of their owner, with the address of the search', () => {
    const found = rows.notifications.filter(({ kind }) => kind === 'search.found');
    expect(found.map(({ params }) => params)).toEqual([
      { search: expect.stringContaining('“combined maths”'), url: expect.stringContaining('/tutors?category=all') },
    ]);
  });
});

describe('what waits for an admin in the demo data', () => {
  // spec s12-desk.9 | S12 D | The demo has reports, failed jobs and audit entries, so that the admin's pages are never empty at first sight |
  //   src/seed/admin-work.ts
  test('is there on the first day, and was made before it', async () => {
    const [account] = await database.db.select().from(schema.users).where(eq(schema.users.role, 'admin'));
    const admin = callerAs(database, account ?? null, { now: () => MIDNIGHT });
    const { reports } = await admin.moderation.desk({});
    expect(new Set(reports.map(({ kind }) => kind))).toEqual(new Set(['session', 'profile', 'review', 'message']));
    expect(reports.filter(({ state }) => state === 'open').length).toBeGreaterThan(1);
    expect((await admin.deadLetters.list({})).jobs.length).toBeGreaterThan(1);
    const actions = new Set(rows.auditEntries.map(({ action }) => action));
    expect(actions).toEqual(new Set(['tutor.verified', 'tutor.rejected', 'account.suspended']));
    for (const { createdAt } of [...rows.reports, ...rows.sessionProblems, ...rows.auditEntries]) expect(createdAt < MIDNIGHT).toBe(true);
  });
});

describe('emptyDemo', () => {
  const countUsers = () => otherDatabase.db.$count(schema.users);

  test('refuses a database of accounts that are not of the demo', async () => {
    await otherDatabase.sql`update users set email = 'own@example.com' where email = 'student@vidya.test'`;
    expect(await emptyDemo(otherDatabase.url)).toBe(false);
    expect(await countUsers()).toBe(rows.users.length);
    await otherDatabase.sql`update users set email = 'student@vidya.test' where email = 'own@example.com'`;
  });

  test('deletes every row, so that the demo can be made again, and leaves the audit log append-only', async () => {
    expect(await emptyDemo(otherDatabase.url)).toBe(true);
    expect(await countUsers()).toBe(0);
    await expect(otherDatabase.sql`truncate audit_entries`).rejects.toThrow('the audit log is append-only');
    expect(await seed(otherDatabase)).toBe(true);
  });
});
