import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { refreshListing } from '#db/listing.ts';
import * as schema from '#db/schema/index.ts';
import { listUploadsOf } from '#server/features/tutors/profile-deletion.queries.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { collectEvents } from '#tests/support/events.ts';
import { aBooking, aReview, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { findWrongListings } from '#tests/support/listings.ts';
import { aCompleteProfile, aNewcomer, anUpload } from '#tests/support/profiles.ts';
import { countLockWaits, listErrorMessages, raceRounds, runUntilCommit } from '#tests/support/races.ts';
import { selectNotifications } from '#tests/support/selects.ts';

const database = useDatabase();
const hours = (count: number) => new Date(NOW.getTime() + count * HOUR);
const as = ({ user }: Tutor) => callerAs(database, user).tutors;
const stored = async (id: string) => only(await database.db.select().from(schema.bookings).where(eq(schema.bookings.id, id)));
const jobs = async () => (await database.db.select().from(schema.jobs)).map(({ kind, params }) => ({ kind, params }));

async function listNotices({ id }: User): Promise<string[]> {
  const rows = await selectNotifications(database, id);
  return rows.map(({ title }) => title).sort();
}

async function aLifeOfBookings(tutor: Tutor, student: User) {
  const make = (status: 'pending' | 'confirmed' | 'completed' | 'cancelled', start: number) =>
    aBooking(database.db, { tutor, student, status, startTime: hours(start), amountCents: 100_300 });
  return {
    pending: await make('pending', 1),
    late: await make('confirmed', 10),
    ongoing: await make('confirmed', -0.5),
    ended: await make('confirmed', -1.5),
    forgotten: await make('pending', -30),
    done: await make('completed', -60),
    off: await make('cancelled', 12),
  };
}

/** A post with an image, a document, and the copy of another that an admin has approved. */
async function hangings(tutor: Tutor) {
  const [document, copied, image] = [
    await anUpload(database.db, tutor.user),
    await anUpload(database.db, tutor.user),
    await anUpload(database.db, tutor.user, 'photo'),
  ];
  await database.db.insert(schema.tutorDocuments).values({ tutorId: tutor.id, uploadId: document.id, position: 0 });
  await database.db.insert(schema.tutorApprovals).values({ tutorId: tutor.id, education: [], experience: [] });
  await database.db
    .insert(schema.tutorApprovalDocuments)
    .values([document, copied].map(({ id }) => ({ tutorId: tutor.id, uploadId: id, type: 'other' as const })));
  const blog = only(
    await database.db.insert(schema.blogs).values({ tutorId: tutor.id, title: 'One', content: 'Words.', status: 'published' }).returning(),
  );
  await database.db.insert(schema.blogImages).values({ blogId: blog.id, uploadId: image.id });
  return { blog, uploadIds: [document.id, copied.id, image.id].sort() };
}

/** Recomputing counters and listings changes nothing. */
async function everythingIsCounted(): Promise<void> {
  const listProfiles = () => database.db.select().from(schema.tutorProfiles).orderBy(schema.tutorProfiles.id);
  const before = await listProfiles();
  await refreshListing(
    database.db,
    before.map(({ id }) => id),
  );
  expect(await listProfiles()).toEqual(before);
  expect(await findWrongListings(database)).toEqual([]);
}

// spec delete-profile.1 | S3, D Accounts | It says beforehand what would be cancelled and what would go |
//   src/server/features/tutors/profile-deletion.queries.ts
describe('tutors.leavingProfile says beforehand', () => {
  test('what would be cancelled, and what would go', async () => {
    const tutor = await aTutor(database.db);
    const student = await aStudent(database.db);
    await aLifeOfBookings(tutor, student);
    await hangings(tutor);
    await database.db.insert(schema.favourites).values({ studentId: student.id, tutorId: tutor.id });
    expect(await as(tutor).leavingProfile()).toEqual({ bookings: 4, blogs: 1, favourites: 1, documents: 1 });
  });

  test('nothing where there is nothing, and that there is no profile where there is none', async () => {
    expect(await as(await aTutor(database.db)).leavingProfile()).toEqual({ bookings: 0, blogs: 0, favourites: 0, documents: 0 });
    const { caller } = await aNewcomer(database);
    const missing = { code: 'NOT_FOUND', message: 'Tutor profile not found' };
    await expect(caller.tutors.leavingProfile()).rejects.toMatchObject(missing);
    await expect(caller.tutors.deleteProfile()).rejects.toMatchObject(missing);
  });
});

describe('a tutor profile that is deleted', () => {
  // spec delete-profile.2 | R §4.5 36, §5 E11 | E11: what has not ended is cancelled at 100% with Tutor is no longer available, what has is
  //   completed; both parties are told | src/server/features/bookings/bookings.projector.ts
  test('has what is held cancelled with all of the price given back, or completed once it has ended', async () => {
    const tutor = await aTutor(database.db);
    const student = await aStudent(database.db);
    const life = await aLifeOfBookings(tutor, student);
    expect(await as(tutor).deleteProfile()).toEqual({ message: 'Your tutor profile was deleted successfully' });
    const fates = await Promise.all(Object.entries(life).map(async ([name, { id }]) => [name, await stored(id)] as const));
    const people = { tutorUserId: tutor.user.id, studentId: student.id, tutorId: null };
    const reason = 'Tutor is no longer available';
    const cancelled = { ...people, status: 'cancelled', cancelledBy: 'system', cancellationReason: reason, refundCents: 100_300, retainedCents: 0 };
    expect(Object.fromEntries(fates)).toMatchObject({
      pending: cancelled,
      late: cancelled,
      ongoing: cancelled,
      forgotten: cancelled,
      ended: { ...people, status: 'completed', refundCents: null },
      done: { ...people, status: 'completed' },
      off: { ...people, status: 'cancelled', cancelledBy: 'student', cancellationReason: null },
    });
  });

  // spec delete-profile.2
  test('both parties are notified of each booking', async () => {
    const tutor = await aTutor(database.db);
    const student = await aStudent(database.db);
    await aBooking(database.db, { tutor, student, status: 'confirmed' });
    await aBooking(database.db, { tutor, student, status: 'confirmed', startTime: hours(-40) });
    await as(tutor).deleteProfile();
    for (const party of [student, tutor.user]) expect(await listNotices(party)).toEqual(['Booking Cancelled', 'Booking Updated']);
    const bookings = (await callerAs(database, student).bookings.allForStudent({})).bookings;
    expect(bookings).toMatchObject([{ tutor: { user: { name: tutor.user.name } } }, {}]);
  });

  // spec delete-profile.3 | R §4.5 36 | Search, lists and counters let go with the same commit | src/server/features/tutors/tutors.projector.ts
  test('leaves search, lists and counters with the same commit', async () => {
    const tutor = await aTutor(database.db);
    const other = await aTutor(database.db, { subjects: [{ subjectId: tutor.subjectId }] });
    const findTutors = async () => (await callerAs(database, null).tutors.search({ subject: tutor.subjectId })).tutors.map(({ id }) => id);
    expect(await findTutors()).toHaveLength(2);
    await as(tutor).deleteProfile();
    expect(await findTutors()).toEqual([other.id]);
    await expect(callerAs(database, null).tutors.byId({ id: tutor.id })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Tutor Not Found' });
    await everythingIsCounted();
  });

  // spec delete-profile.4 | R §4.5 36, D Accounts | Favourites, posts and days off go; the account, its session, rating and reviews stay |
  //   src/server/features/tutors/tutors.projector.ts
  test('takes favourites, posts and days off along, and leaves the account and its session', async () => {
    const tutor = await aTutor(database.db);
    const student = await aStudent(database.db);
    await hangings(tutor);
    await database.db.insert(schema.favourites).values({ studentId: student.id, tutorId: tutor.id });
    await database.db.insert(schema.tutorDaysOff).values({ tutorId: tutor.id, fromDate: '2026-03-09', toDate: '2026-03-09' });
    await as(tutor).deleteProfile();
    for (const table of [schema.favourites, schema.blogs, schema.tutorDaysOff, schema.tutorDocuments, schema.tutorApprovals]) {
      expect(await database.db.select().from(table).where(eq(table.tutorId, tutor.id))).toEqual([]);
    }
    expect(await database.db.select().from(schema.users).where(eq(schema.users.id, tutor.user.id))).toMatchObject([
      { status: 'active', role: 'tutor' },
    ]);
  });

  // spec delete-profile.5 | D Tutor profile and verification | Documents, their copies and images of posts are let go of |
  //   src/server/features/tutors/profile-deletion.queries.ts
  test('lets go of documents, their copies and the images of posts, which are looked at again', async () => {
    const tutor = await aTutor(database.db);
    const { uploadIds } = await hangings(tutor);
    expect((await listUploadsOf(database.db, [tutor.id])).sort()).toEqual(uploadIds);
    await as(tutor).deleteProfile();
    const planned = (await jobs()).filter(({ params }) => uploadIds.some((id) => JSON.stringify(params).includes(id)));
    expect(planned.map(({ kind }) => kind)).toEqual(['upload.sweep', 'upload.sweep', 'upload.sweep']);
    expect(await database.db.select().from(schema.uploads).where(inArray(schema.uploads.id, uploadIds))).toHaveLength(3);
  });

  // spec delete-profile.3
  test('notifies those who watch the tutor', async () => {
    const tutor = await aTutor(database.db);
    expect(await collectEvents(database, () => as(tutor).deleteProfile())).toEqual([`tutor:${tutor.id}`, 'pages']);
  });

  // spec delete-profile.6 | R §4.5 36, D Accounts | A later look makes a fresh one, unverified, with the rating and reviews of the person |
  //   src/server/features/tutors/profile.steps.ts
  test('is made anew by the next look at it, empty, with rating, reviews and figures of the person', async () => {
    const tutor = await aTutor(database.db);
    const done = await aBooking(database.db, { tutor, status: 'completed', startTime: hours(-70) });
    await aReview(database.db, { booking: done, rating: 4 });
    await aBooking(database.db, { tutor, status: 'confirmed', startTime: hours(-50) });
    await as(tutor).deleteProfile();
    const fresh = await as(tutor).own();
    expect(fresh.id).not.toBe(tutor.id);
    const counters = { rating: 4, totalReviews: 1, totalStudents: 2, totalSessions: 2, totalEarnings: 3000 };
    expect(fresh).toMatchObject({ ...counters, bio: '', subjects: [], documents: [], revision: 0, verificationStatus: 'not_started' });
    expect(await callerAs(database, null).reviews.allOfTutor({ tutorId: fresh.id })).toHaveLength(1);
    await everythingIsCounted();
  });

  // spec delete-profile.6
  test('is made anew by saving, adding a subject or creating it, with the same figures', async () => {
    const making = [
      async (tutor: Tutor) => (await as(tutor).saveProfile({ bio: 'Back' })).tutor,
      async (tutor: Tutor) => (await as(tutor).createProfile({ bio: 'Back' })).tutor,
      async (tutor: Tutor) => (await as(tutor).createProfile({})).tutor,
      async (tutor: Tutor) => {
        await as(tutor).addSubject({ subject: tutor.subjectId });
        return as(tutor).own();
      },
    ];
    for (const make of making) {
      const tutor = await aTutor(database.db);
      await aReview(database.db, { booking: await aBooking(database.db, { tutor, status: 'completed', startTime: hours(-70) }), rating: 3 });
      await as(tutor).deleteProfile();
      const fresh = await make(tutor);
      expect(fresh).toMatchObject({ rating: 3, totalReviews: 1, totalSessions: 1 });
      expect(fresh.id).not.toBe(tutor.id);
    }
    await everythingIsCounted();
  });

  // spec delete-profile.6
  test('a verified one comes back unverified', async () => {
    const tutor = await aTutor(database.db, { isVerified: true, verificationStatus: 'approved' });
    await as(tutor).deleteProfile();
    expect(await as(tutor).own()).toMatchObject({ isVerified: false, verificationStatus: 'not_started' });
  });

  // spec delete-profile.7 | D Tutor profile and verification | A deleted profile sheds no rejection: the next one begins rejected for the same
  //   reason, and is submitted once complete | src/server/features/tutors/profile.steps.ts
  test('a rejected one comes back rejected, for the same reason, however often it is deleted and however it is begun', async () => {
    const making = [
      (tutor: Tutor) => as(tutor).own(),
      async (tutor: Tutor) => (await as(tutor).saveProfile({ bio: 'Back' })).tutor,
      async (tutor: Tutor) => (await as(tutor).setVacation({})).tutor,
      async (tutor: Tutor) => (await as(tutor).createProfile({})).tutor,
    ];
    const rejected = { isVerified: false, verificationStatus: 'rejected', rejectionReason: 'Forged', verificationDate: hours(-5) } as const;
    const tutor = await aTutor(database.db, rejected);
    for (const make of making) {
      await as(tutor).deleteProfile();
      const fresh = await make(tutor);
      expect(fresh).toMatchObject({ ...rejected, education: [] });
      await expect(callerAs(database, null).tutors.byId({ id: fresh.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await database.db.select().from(schema.tutorRejections)).toEqual([]);
  });

  // spec delete-profile.9 | S5, D Tutor profile and verification | A profile that is created while the rejected one is being deleted begins rejected,
  //   too | src/server/features/tutors/profile.steps.ts
  test('a rejected one comes back rejected also where it is created while the deletion goes on', async () => {
    const tutor = await aTutor(database.db, { verificationStatus: 'rejected', rejectionReason: 'No degree' });
    const deletion = runUntilCommit(database, tutor.user);
    const deleted = deletion.caller.tutors.deleteProfile();
    await deletion.isDone;
    const created = as(tutor).createProfile({});
    await expect.poll(() => countLockWaits(database)).toBe(1);
    deletion.commit();
    await deleted;
    const { id } = (await created).tutor;
    expect(id).not.toBe(tutor.id);
    const [profile] = await database.db.select().from(schema.tutorProfiles).where(eq(schema.tutorProfiles.userId, tutor.user.id));
    expect(profile).toMatchObject({ id, verificationStatus: 'rejected', rejectionReason: 'No degree' });
    expect(await database.db.select().from(schema.tutorRejections)).toEqual([]);
  });

  // spec delete-profile.10 | D Tutor profile and verification | A rejection that is still stored is over once the profile is submitted or approved:
  //   deleting that profile forgets it | src/server/features/tutors/tutors.projector.ts
  test.each([
    ['approved', 'not_started'],
    ['pending', 'not_started'],
    ['not_started', 'rejected'],
  ] as const)('one that is %s, for which a rejection is still stored, comes back %s', async (verificationStatus, next) => {
    const tutor = await aTutor(database.db, { verificationStatus, isVerified: verificationStatus === 'approved' });
    await database.db.insert(schema.tutorRejections).values({ userId: tutor.user.id, reason: 'No degree', rejectedAt: NOW });
    await as(tutor).deleteProfile();
    expect(await as(tutor).own()).toMatchObject({ verificationStatus: next });
  });

  // spec delete-profile.7
  test('whose rejection is still stored is submitted anew once it is complete', async () => {
    const { user, caller } = await aNewcomer(database);
    await caller.tutors.own();
    await database.db
      .update(schema.tutorProfiles)
      .set({ verificationStatus: 'rejected', rejectionReason: 'Forged' })
      .where(eq(schema.tutorProfiles.userId, user.id));
    await caller.tutors.deleteProfile();
    expect(await database.db.select().from(schema.tutorRejections)).toEqual([{ userId: user.id, reason: 'Forged', rejectedAt: NOW }]);
    expect(await caller.tutors.own()).toMatchObject({ verificationStatus: 'rejected', rejectionReason: 'Forged' });
    await caller.tutors.saveProfile(await aCompleteProfile(database.db, user));
    expect(await caller.tutors.own()).toMatchObject({ verificationStatus: 'pending', rejectionReason: '' });
    await caller.tutors.deleteProfile();
    expect(await caller.tutors.own()).toMatchObject({ verificationStatus: 'not_started', rejectionReason: '' });
  });

  test('is for tutors', async () => {
    const deleting = callerAs(database, await aStudent(database.db)).tutors.deleteProfile();
    await expect(deleting).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Only tutors can delete tutor profiles' });
  });
});

// spec delete-profile.8 | S3 | Beside requests, savings and a second deletion nothing is left over | src/db/locks.ts
describe('at the same moment', () => {
  const later = (count: number) => new Date(NEXT_MONDAY_NINE.getTime() + count * HOUR);
  const ask = async (tutor: Tutor, hour: number) =>
    callerAs(database, await aStudent(database.db)).bookings.request({
      tutorId: tutor.id,
      subjectId: tutor.subjectId,
      startTime: later(hour),
      endTime: later(hour + 1),
      contactNumber: '0771234567',
    });
  const deadlocks = async () => {
    await database.sql`select pg_stat_force_next_flush()`;
    return (await database.sql`select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`)[0];
  };

  test('sessions are asked for: each is refused or cancelled, and nobody waits in a circle', async () => {
    const before = await deadlocks();
    for (let round = 0; round < raceRounds(6); round += 1) {
      const tutor = await aTutor(database.db);
      const requests = [0, 1, 2, 3].map((hour) => ask(tutor, hour));
      const answers = await Promise.allSettled([...requests.slice(0, 2), as(tutor).deleteProfile(), ...requests.slice(2)]);
      expect(answers[2]?.status).toBe('fulfilled');
      for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason.message).toBe('Tutor Not Found');
      const remaining = await database.db.select().from(schema.bookings).where(eq(schema.bookings.tutorUserId, tutor.user.id));
      for (const { status, tutorId } of remaining) expect([status, tutorId]).toEqual(['cancelled', null]);
    }
    expect(await deadlocks()).toEqual(before);
    expect(await findWrongListings(database)).toEqual([]);
  });

  test('it is deleted twice: it goes once', async () => {
    const tutor = await aTutor(database.db);
    const answers = await Promise.allSettled([as(tutor).deleteProfile(), as(tutor).deleteProfile(), as(tutor).deleteProfile()]);
    expect(listErrorMessages(answers)).toEqual(['Tutor profile not found', 'Tutor profile not found']);
  });

  test('it is submitted for the first time: neither waits in a circle, and both are done', async () => {
    const before = await deadlocks();
    for (let statementsBefore = 0; statementsBefore < 12; statementsBefore += 1) {
      const { user, caller } = await aNewcomer(database);
      await caller.tutors.own();
      const whole = await aCompleteProfile(database.db, user);
      const deletion = async () => {
        for (let index = 0; index < statementsBefore; index += 1) await database.sql`select 1`;
        return caller.tutors.deleteProfile();
      };
      const [saved, deleted] = await Promise.allSettled([caller.tutors.saveProfile(whole), deletion()]);
      expect([saved.status, deleted.status]).toEqual(['fulfilled', 'fulfilled']);
    }
    expect(await deadlocks()).toEqual(before);
  });

  test('who has left altogether saves nothing: the session is over', async () => {
    const { user, caller } = await aNewcomer(database);
    await database.db.delete(schema.users).where(eq(schema.users.id, user.id));
    const calls = [() => caller.tutors.saveProfile({ bio: 'Late' }), () => caller.tutors.setVacation({})];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'Session expired. Please login again.' });
  });

  test('it is saved: it is gone, or a new one holds what was saved', async () => {
    for (let round = 0; round < raceRounds(6); round += 1) {
      const tutor = await aTutor(database.db);
      const [saved, deleted] = await Promise.allSettled([as(tutor).saveProfile({ bio: 'Saved' }), as(tutor).deleteProfile()]);
      expect([saved.status, deleted.status]).toEqual(['fulfilled', 'fulfilled']);
      const { id, bio } = await as(tutor).own();
      expect(id).not.toBe(tutor.id);
      expect(['', 'Saved']).toContain(bio);
    }
    await everythingIsCounted();
  });
});
