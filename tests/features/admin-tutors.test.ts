import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { bookings } from '#db/schema/bookings.ts';
import { jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/people.ts';
import { tutorApprovalDocuments, tutorApprovals } from '#db/schema/tutors.ts';
import type { Mail } from '#server/core/ports.ts';
import { sendMail } from '#server/features/mail/mail.jobs.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBlog, aBooking, anAdmin, aStudent, aTutor, HOUR, NOW, signedIn, unique } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { selectNotifications } from '#tests/support/selects.ts';
import { createRecordingDb } from '#tests/support/statements.ts';
import { useVerification } from '#tests/support/verification.ts';

const database = useDatabase();
const { createTutor, findProfile, listNotifications } = useVerification(database);
const ticked = (are: boolean) => ({ documents: are, education: are, experience: are, background: are, interview: are });
const later = (minutes: number) => ({ now: () => new Date(NOW.getTime() + minutes * 60_000) });
const OUTDATED = 'This profile has changed since you opened it. Please look at it again.';
const entriesOn = async (subjectId: string) =>
  (await database.db.select().from(auditEntries).where(eq(auditEntries.subjectId, subjectId))).map(({ action, actorName, subjectName, details }) => ({
    ...{ action, actorName, subjectName, details },
  }));

describe('the table of tutors', () => {
  const marker = unique('Zq').replace(' ', '');
  const names = ['Anil', 'chaminda', 'Bandara'];
  const ids: string[] = [];
  const admin = async () => callerAs(database, await anAdmin(database.db)).verification;
  const listed = async (input: object) =>
    (await (await admin()).tutors({ search: marker, ...input })).tutors.map(({ user }) => user.name.split(' ')[0]);

  beforeAll(async () => {
    for (const [index, name] of names.entries()) {
      const isVerified = index === 0;
      const tutor = await aTutor(database.db, {
        user: { name: `${name} ${marker}`, email: `${name}.${marker}@example.com` },
        ...{ isVerified, verificationStatus: isVerified ? 'approved' : index === 1 ? 'pending' : 'rejected', changedAt: isVerified ? NOW : null },
        createdAt: new Date(NOW.getTime() + index * 60_000),
      });
      await database.sql`update tutor_profiles set rating = ${index + 2} where id = ${tutor.id}`;
      ids.push(tutor.id);
    }
  });

  // spec manage-tutors.1 | P §2 Admin area, C §7, S5 | Search by name or email, filters all, verified, unverified (pending and changed beside them),
  //   sort by newest, oldest, name (rating beside them), table, pages | src/server/features/verification/admin-tutors.queries.ts
  test.each<[object, string[]]>([
    [{}, ['Bandara', 'chaminda', 'Anil']],
    [{ sortBy: 'oldest' }, ['Anil', 'chaminda', 'Bandara']],
    [{ sortBy: 'name' }, ['Anil', 'Bandara', 'chaminda']],
    [{ sortBy: 'rating' }, ['Bandara', 'chaminda', 'Anil']],
    [{ filter: 'verified' }, ['Anil']],
    [{ filter: 'unverified' }, ['Bandara', 'chaminda']],
    [{ filter: 'pending' }, ['chaminda']],
    [{ filter: 'changed' }, ['Anil']],
    [{ minRating: 3 }, ['Bandara', 'chaminda']],
    [{ minRating: 4, filter: 'unverified' }, ['Bandara']],
    [{ limit: 2, page: 2 }, ['Anil']],
    [{ search: `NIL ${marker.toUpperCase()}` }, ['Anil']],
    [{ search: `bandara.${marker}` }, ['Bandara']],
  ])('%j lists %j', async (input, expected) => {
    expect(await listed(input)).toEqual(expected);
  });

  // spec manage-tutors.1
  test('the same orders and filters hold where nothing is searched for', async () => {
    const verification = await admin();
    for (const sortBy of ['newest', 'oldest', 'name', 'rating'] as const) {
      for (const filter of ['all', 'verified', 'unverified', 'pending', 'changed'] as const) {
        const { tutors, total } = await verification.tutors({ sortBy, filter, limit: 100 });
        const shownIds = tutors.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
        const page = await verification.tutors({ sortBy, filter, limit: 100, search: marker });
        expect(shownIds, `${sortBy} ${filter}`).toEqual(page.tutors.map(({ id }) => id));
        expect(total, `${sortBy} ${filter}`).toBe(tutors.length);
      }
    }
    const rated = await verification.tutors({ minRating: 4, limit: 100 });
    expect(rated.total).toBe(rated.tutors.length);
  });

  // spec manage-tutors.1
  test('pages are counted, one at least, and a page past the end is empty', async () => {
    const verification = await admin();
    const { total, totalPages, counts } = await verification.tutors({ search: marker, limit: 2 });
    expect([total, totalPages]).toEqual([3, 2]);
    expect(await verification.tutors({ search: marker, limit: 2, page: 9 })).toMatchObject({ tutors: [], page: 9, total: 3, totalPages: 2 });
    expect(await verification.tutors({ search: unique('nobody') })).toMatchObject({ tutors: [], total: 0, totalPages: 1, counts });
    const rows = await database.sql`select count(*)::int as every, count(*) filter (where is_verified)::int as verified from tutor_profiles`;
    expect(counts).toMatchObject({ all: rows[0]?.every, verified: rows[0]?.verified, unverified: rows[0]?.every - rows[0]?.verified });
  });

  // spec manage-tutors.2
  test('a row tells what the screen shows', async () => {
    const { id, user, verification } = await createTutor('pending');
    const { tutors } = await verification.tutors({ search: user.email.toUpperCase() });
    expect(tutors).toMatchObject([
      { id, user: { id: user.id, name: user.name, email: user.email, profileImage: '/files/photos/me.png' }, phone: '0712345678', status: 'active' },
    ]);
    expect(tutors[0]).toMatchObject({
      verificationStatus: 'pending',
      changedAt: null,
      completeness: 100,
      isComplete: true,
      subjects: [expect.any(String)],
    });
    const bare = (await verification.tutors({ search: marker, filter: 'pending' })).tutors[0];
    expect(bare).toMatchObject({ completeness: 44, isComplete: false });
  });

  // spec s5-bad-input.9 | S5 | Search terms with %, _, a backslash and emoji | src/db/accounts.ts
  test('what is searched for is taken as it is written', async () => {
    const verification = await admin();
    const literal = unique('w').replace(' ', '');
    for (const name of [`50% ${literal}`, `a_b ${literal}`, `c\\d ${literal}`, `🦉 ${literal}`, `x.y(z)* ${literal}`])
      await aTutor(database.db, { user: { name } });
    for (const term of ['50%', 'a_b', 'c\\d', '🦉', 'y(z)*']) {
      expect((await verification.tutors({ search: `${term} ${literal}` })).tutors, term).toHaveLength(1);
    }
    for (const term of ['5%', 'a%b', 'ab_', '\\', 'cd', '🦊', 'x_y', '.*']) {
      expect((await verification.tutors({ search: `${term} ${literal}` })).total, term).toBe(0);
    }
    expect((await verification.tutors({ search: '\u0000' })).total).toBeGreaterThan(0);
    await expect(verification.tutors({ search: 'x'.repeat(10_000) })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  // spec s5-bad-input.9
  test('a blank may have been a plus, a plus is no blank', async () => {
    const verification = await admin();
    const mark = unique('p').replace(' ', '');
    await aTutor(database.db, { user: { name: 'Plus', email: `me+${mark}@example.com` } });
    expect((await verification.tutors({ search: `me ${mark}` })).total).toBe(1);
    expect((await verification.tutors({ search: `me+${mark}` })).total).toBe(1);
    expect((await verification.tutors({ search: `mee${mark}` })).total).toBe(0);
    await aTutor(database.db, { user: { name: `Blank ${mark}` } });
    expect((await verification.tutors({ search: `blank+${mark}` })).total).toBe(0);
  });

  // spec manage-tutors.2
  test('takes as many statements for many as for few', async () => {
    const person = await anAdmin(database.db);
    const counts: number[] = [];
    for (const limit of [1, 20]) {
      const { db, statements } = createRecordingDb(database);
      await callerAs({ db }, person).verification.tutors({ limit });
      counts.push(statements.length);
    }
    expect(counts[0]).toBeLessThanOrEqual(4);
    expect(counts[1]).toBe(counts[0]);
  });
});

describe('what has changed since a tutor was verified', () => {
  const approved = async () => {
    const tutor = await createTutor('pending');
    await tutor.verification.approve({ id: tutor.id });
    return { ...tutor, changedAt: async () => (await findProfile(tutor.id)).changedAt };
  };

  // spec manage-tutors.10 | D Tutor profile and verification | A verified profile whose education, experience or documents are no longer as approved
  //   is marked as changed; unmarked when they are as before, or unverified | src/server/features/tutors/verification.steps.ts
  test('is marked when education, experience or documents are others, and only then', async () => {
    const { user, caller, input, changedAt } = await approved();
    await caller.tutors.saveProfile({ ...input, documents: [...input.documents], bio: 'Newer' });
    expect(await changedAt()).toBeNull();
    await caller.tutors.saveProfile({ education: input.education.slice(1) });
    expect(await changedAt()).toEqual(NOW);
    // The first time of a change stays; a profile changed back needs no review.
    await callerAs(database, user, later(5)).tutors.saveProfile({ experience: [] });
    expect(await changedAt()).toEqual(NOW);
    await caller.tutors.saveProfile({ education: input.education });
    expect(await changedAt()).toEqual(NOW);
    await caller.tutors.saveProfile({ experience: input.experience });
    expect(await changedAt()).toBeNull();
  });

  // spec manage-tutors.10
  test('is marked by documents that come and go beside saving', async () => {
    const { user, input, caller, changedAt } = await approved();
    const [first = ''] = input.documents;
    await caller.tutors.detachDocument({ id: first });
    expect(await changedAt()).toEqual(NOW);
    await caller.tutors.saveProfile({ documents: [first] });
    expect(await changedAt()).toBeNull();
    await caller.tutors.saveProfile({ documents: [first, (await anUpload(database.db, user)).id] });
    expect(await changedAt()).toEqual(NOW);
  });

  // spec manage-tutors.10
  test('is not marked on a profile that is not verified, and unverifying takes the mark away', async () => {
    const { id, caller, verification, changedAt } = await approved();
    await caller.tutors.saveProfile({ experience: [] });
    await verification.toggle({ id });
    expect(await changedAt()).toBeNull();
    await caller.tutors.saveProfile({ education: [] });
    expect(await changedAt()).toBeNull();
  });

  // spec manage-tutors.12 | D Tutor profile and verification | Mark as reviewed, once all is ticked, replaces the copy and clears the mark; the badge
  //   stays | src/server/features/verification/verification.commands.ts
  test('is reviewed once all is ticked: the copy is another, the badge stays', async () => {
    const { id, user, caller, admin, verification, input } = await approved();
    const next = (await anUpload(database.db, user)).id;
    await caller.tutors.saveProfile({ education: [], documents: [next] });
    const before = await findProfile(id);
    await expect(verification.review({ id, verificationChecks: { ...ticked(true), interview: false } })).rejects.toThrow(
      'Please complete all verification checks before approving',
    );
    await expect(verification.review({ id, verificationChecks: ticked(true), revision: before.revision - 1 })).rejects.toThrow(
      'This profile has changed since you opened it. Please look at it again.',
    );
    expect((await findProfile(id)).changedAt).toEqual(NOW);
    const view = await verification.tutor({ id });
    expect(view).toMatchObject({
      changedAt: NOW,
      approval: { education: input.education, documents: [{ id: input.documents[0] }], approvedBy: admin.name },
    });

    const answer = await verification.review({ id, verificationChecks: ticked(true), revision: before.revision });
    expect(answer).toEqual({ message: 'Changes marked as reviewed successfully' });
    expect(await findProfile(id)).toEqual({ ...before, changedAt: null });
    expect(only(await database.db.select().from(tutorApprovals).where(eq(tutorApprovals.tutorId, id))).education).toEqual([]);
    const documents = await database.db.select().from(tutorApprovalDocuments).where(eq(tutorApprovalDocuments.tutorId, id));
    expect(documents.map(({ uploadId }) => uploadId)).toEqual([next]);
    await expect(verification.review({ id, verificationChecks: ticked(true) })).rejects.toThrow('Nothing has changed since this tutor was verified');
    expect((await entriesOn(id)).map(({ action }) => action)).toEqual(['tutor.verified', 'tutor.reviewed']);
  });

  // spec manage-tutors.6
  test('can be looked at, the old documents too, by links that are signed anew', async () => {
    const { id, user, caller, verification, input } = await approved();
    const [old = ''] = input.documents;
    const next = (await anUpload(database.db, user)).id;
    await caller.tutors.saveProfile({ documents: [next] });
    for (const document of [old, next]) expect((await verification.document({ tutorId: id, id: document })).url).toMatch(/^\/files\/documents\/.+\?/);
    const strangers = [(await anUpload(database.db, user)).id, 'nothing', (await createTutor('pending')).input.documents[0] ?? ''];
    for (const stranger of strangers) await expect(verification.document({ tutorId: id, id: stranger })).rejects.toThrow('Image not found');
    await expect(verification.document({ tutorId: 'nobody', id: old })).rejects.toThrow('Image not found');
  });
});

describe('what admins decide', () => {
  // spec s12-desk.1
  test('tells, while a rejected profile waits again, why it was rejected, until it is decided on', async () => {
    const { id, admin, caller, verification, input } = await createTutor('pending');
    const lastRejection = async () => (await verification.tutor({ id })).lastRejection;
    expect(await lastRejection()).toBe('');
    await verification.reject({ id, reason: 'Blurred' });
    expect(await lastRejection()).toBe('');
    await caller.tutors.saveProfile({ ...input, bio: 'Newer' });
    expect((await findProfile(id)).verificationStatus).toBe('pending');
    expect(await lastRejection()).toBe('Blurred');
    await callerAs(database, admin, later(1)).verification.approve({ id });
    await callerAs(database, admin, later(2)).verification.toggle({ id });
    expect(await lastRejection()).toBe('');
  });

  // spec audit.4 | S5 | What an admin does is written down in the transaction that does it, by the command line too |
  //   src/server/features/audit/audit.projector.ts
  test('is written down, with the reason of a rejection', async () => {
    const { id, user, admin, verification } = await createTutor('pending');
    await verification.reject({ id, reason: 'Blurred' });
    await verification.approve({ id });
    await verification.toggle({ id });
    const about = { actorName: admin.name, subjectName: user.name };
    expect(await entriesOn(id)).toEqual([
      { action: 'tutor.rejected', ...about, details: { reason: 'Blurred' } },
      { action: 'tutor.verified', ...about, details: {} },
      { action: 'tutor.unverified', ...about, details: {} },
    ]);
    for (const reason of [' ', '\u200b\u2060']) {
      await expect(verification.reject({ id, reason })).rejects.toThrow('Please provide a reason for rejection');
    }
    expect(await entriesOn(id)).toHaveLength(3);
  });

  // spec manage-tutors.4
  test('is decided on what they have seen', async () => {
    const { id, caller, verification } = await createTutor('pending');
    const { revision } = await callerAs(database, await anAdmin(database.db)).tutors.forAdmin({ id });
    await caller.tutors.saveProfile({ bio: 'Newer' });
    await expect(verification.approve({ id, revision })).rejects.toThrow('This profile has changed since you opened it. Please look at it again.');
    await verification.approve({ id, revision: revision + 1 });
    expect((await findProfile(id)).isVerified).toBe(true);
  });

  // spec manage-tutors.14 | S5, D Tutor profile and verification | Rejecting carries the revision and the status that the admin saw; where the tutor or
  //   another admin has changed them, it is refused | src/server/features/verification/verification.commands.ts
  test('is rejected as they have seen it, and not after the tutor or another admin was there', async () => {
    const { id, user, caller, input, verification } = await createTutor('pending');
    const seen = async () => {
      const { revision, verificationStatus } = await findProfile(id);
      return { id, revision, verificationStatus };
    };
    const first = await seen();
    await caller.tutors.saveProfile({ bio: 'Newer' });
    await expect(verification.reject({ ...first, reason: 'Blurred' })).rejects.toThrow(OUTDATED);
    expect((await findProfile(id)).verificationStatus).toBe('pending');
    const second = await seen();
    await verification.reject({ ...second, reason: 'Blurred' });
    await expect(verification.reject({ ...second, reason: 'Forged' })).rejects.toThrow(OUTDATED);
    expect(await findProfile(id)).toMatchObject({ verificationStatus: 'rejected', rejectionReason: 'Blurred' });
    expect(await listNotifications(user)).toHaveLength(1);

    await verification.reject({ ...(await seen()), reason: 'Forged' });
    expect((await findProfile(id)).rejectionReason).toBe('Forged');
    await caller.tutors.saveProfile(input);
    expect((await findProfile(id)).verificationStatus).toBe('pending');
    await expect(verification.reject({ ...second, reason: 'Forged' })).rejects.toThrow(OUTDATED);
  });

  // spec manage-tutors.16 | S5, D Tutor profile and verification | A rejection that is repeated, because its answer was lost, succeeds, and tells the
  //   tutor and the audit log nothing again | src/server/features/verification/verification.commands.ts
  test('is rejected once, however often the same rejection is sent', async () => {
    const { id, user, caller, admin, verification } = await createTutor('pending');
    const { revision } = await findProfile(id);
    const rejection = { id, reason: 'Blurred', revision, verificationStatus: 'pending' } as const;
    await verification.reject(rejection);
    const rejected = await findProfile(id);
    const second = callerAs(database, admin, later(1)).verification;
    for (const repeated of [rejection, { id, reason: ' Blurred ' }]) {
      expect(await second.reject(repeated)).toEqual({ message: 'Tutor rejected successfully' });
    }
    expect(await findProfile(id)).toEqual(rejected);
    expect(await listNotifications(user)).toHaveLength(1);
    expect(await entriesOn(id)).toHaveLength(1);
    await second.reject({ id, reason: 'Forged' });
    await caller.tutors.saveProfile({ education: [] });
    expect((await findProfile(id)).verificationStatus).toBe('rejected');
    await expect(second.reject({ ...rejection, reason: 'Forged' })).rejects.toThrow(OUTDATED);
    expect(await entriesOn(id)).toHaveLength(2);
  });

  // spec manage-tutors.16
  test('is verified and unverified once, however often the same is sent', async () => {
    const { id, user, verification } = await createTutor('pending');
    const { revision } = await findProfile(id);
    const approval = { id, revision, verificationStatus: 'pending' } as const;
    await verification.approve(approval);
    await expect(verification.approve(approval)).rejects.toThrow('Tutor is already verified');
    await verification.toggle({ id, isVerified: true });
    await expect(verification.toggle({ id, isVerified: true })).rejects.toThrow('Tutor is not verified');
    expect(await listNotifications(user)).toHaveLength(2);
    expect(await entriesOn(id)).toHaveLength(2);
  });

  // spec manage-tutors.15 | S5, R §4.9 69 | Approving carries the status that the admin saw, too: a submission that was withdrawn meanwhile is not
  //   approved | src/server/features/verification/verification.commands.ts
  test('is not approved once the tutor has withdrawn it, by a photo that counts in no revision', async () => {
    const { id, caller, verification } = await createTutor('pending');
    const { revision } = await findProfile(id);
    const seen = { id, revision, verificationStatus: 'pending' } as const;
    await caller.auth.updateDetails({ profileImage: '' });
    expect(await findProfile(id)).toMatchObject({ revision, verificationStatus: 'not_started' });
    await expect(verification.approve(seen)).rejects.toThrow(OUTDATED);
    expect((await findProfile(id)).isVerified).toBe(false);
    await verification.approve({ ...seen, verificationStatus: 'not_started' });
    expect((await findProfile(id)).isVerified).toBe(true);
  });

  // spec manage-tutors.8
  test('a second click in another tab does not turn it back', async () => {
    const { id, verification } = await createTutor('approved');
    await verification.toggle({ id, isVerified: true });
    await expect(verification.toggle({ id, isVerified: true })).rejects.toThrow('Tutor is not verified');
    await verification.toggle({ id, isVerified: false });
    await expect(verification.toggle({ id, isVerified: false })).rejects.toThrow('Tutor is already verified');
    expect((await findProfile(id)).isVerified).toBe(true);
  });
});

describe('a reminder', () => {
  const incomplete = async () => {
    const tutor = await createTutor('not_started');
    await tutor.caller.tutors.saveProfile({ experience: [], availableLocations: '' });
    await database.db.delete(jobs);
    return tutor;
  };
  const MISSING = ['Experience', 'Available locations'];

  // spec mail.13 | R §5 E8 | E8 reminder: a notification and a mail with what is missing of the ten | src/server/features/mail/verification.mail.ts
  test('lists what is missing, in the app and by mail', async () => {
    const { id, user, verification } = await incomplete();
    expect(await verification.remind({ id })).toEqual({ message: 'Profile reminder sent successfully' });
    const stored = only(await selectNotifications(database, user.id));
    expect(stored).toMatchObject({ type: 'warning', category: 'verification', title: 'Complete Your Profile' });
    expect(stored).toMatchObject({ action: { label: 'Complete Profile', url: '/tutor/profile' }, params: { missing: MISSING } });
    expect(stored.message).toBe('Your profile is not complete yet. What is missing: Experience, Available locations.');
    expect((await entriesOn(id)).at(-1)).toMatchObject({ action: 'tutor.reminded', subjectName: user.name, details: { missing: MISSING } });

    const order = { mail: 'profile_reminder', tutorId: id, userId: user.id, missing: MISSING } as const;
    expect((await database.db.select().from(jobs)).map(({ params }) => params)).toEqual([order]);
    const sent: Mail[] = [];
    const context = contextAs(database, null, { mailer: { send: async (mail) => void sent.push(mail) } });
    await sendMail(context, order);
    expect(sent).toMatchObject([{ to: user.email, subject: 'Complete your profile' }]);
    for (const label of MISSING) expect(sent[0]?.text).toContain(label);
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, user.id));
    await sendMail(context, order);
    expect(sent).toHaveLength(1);
  });

  // spec manage-tutors.9
  test('is sent once an hour, by any admin', async () => {
    const { id, admin, verification, user } = await incomplete();
    const other = callerAs(database, await anAdmin(database.db)).verification;
    const answers = await Promise.allSettled([verification.remind({ id }), other.remind({ id })]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(callerAs(database, admin, later(59)).verification.remind({ id })).rejects.toThrow('A reminder was sent less than an hour ago');
    await callerAs(database, admin, later(60)).verification.remind({ id });
    expect(await listNotifications(user)).toHaveLength(2);
  });

  // spec manage-tutors.9
  test('asks nobody for what is there', async () => {
    const { id, verification, user } = await createTutor('approved');
    await expect(verification.remind({ id })).rejects.toThrow('This profile is already complete');
    expect(await listNotifications(user)).toEqual([]);
  });
});

// spec suspending.8 | R §4.9 72, S5 | A tutor who is deleted: profile and account go, what has not ended is cancelled at 100%, the students are told,
//   history stays, the address is free | src/server/features/verification/verification.commands.ts
describe('deleting a tutor', () => {
  // spec s5-bad-input.4 | S5 | Deleting a tutor with sessions under way | src/server/features/bookings/bookings.projector.ts
  // spec manage-tutors.13, mail.12
  test('ends what has not ended with a full refund, keeps the rest, and tells the students', async () => {
    const tutor = await aTutor(database.db);
    const admin = await signedIn(database.db, await anAdmin(database.db));
    const student = await aStudent(database.db);
    const [past, under, next] = [-26, -0.5, 20].map((hours) => new Date(NOW.getTime() + hours * HOUR));
    const done = await aBooking(database.db, { tutor, student, status: 'completed', startTime: past });
    const inProgress = await aBooking(database.db, { tutor, student, status: 'confirmed', startTime: under });
    const soon = await aBooking(database.db, { tutor, student, status: 'confirmed', startTime: next });
    await aBlog(database.db, { tutor });
    await database.db.execute(sql`insert into favourites (id, student_id, tutor_id) values (${tutor.id}, ${student.id}, ${tutor.id})`);
    const { verification } = callerAs(database, admin);
    expect(await verification.leaving({ id: tutor.id })).toEqual({ bookings: 2, inProgress: 1, blogs: 1, favourites: 1, documents: 0 });

    expect(await verification.remove({ id: tutor.id })).toEqual({ message: 'Tutor deleted successfully' });
    const stored = await database.db.select().from(bookings).where(eq(bookings.studentId, student.id));
    const storedBooking = (id: string) => stored.find((booking) => booking.id === id);
    expect(storedBooking(done.id)).toMatchObject({ status: 'completed', subjectName: done.subjectName, tutorUserId: null });
    for (const { id } of [inProgress, soon]) {
      expect(storedBooking(id)).toMatchObject({
        status: 'cancelled',
        refundCents: 150_000,
        retainedCents: 0,
        cancellationReason: 'Tutor is no longer available',
      });
    }
    expect((await listNotifications(student)).map(({ kind }) => kind)).toEqual(['booking.cancelled', 'booking.cancelled']);
    expect(await database.db.select().from(users).where(eq(users.id, tutor.user.id))).toEqual([]);
    const mails = (await database.db.select().from(jobs)).map(({ params }) => params);
    expect(mails).toContainEqual({ mail: 'account_closed', name: tutor.user.name, to: tutor.user.email, role: 'tutor' });
    expect(await entriesOn(tutor.id)).toEqual([{ action: 'tutor.deleted', actorName: admin.name, subjectName: tutor.user.name, details: {} }]);
    expect((await callerAs(database, student).tutors.search({ search: tutor.user.name })).tutors).toEqual([]);

    await expect(verification.remove({ id: tutor.id })).rejects.toThrow('Tutor Not Found');
    const registration = { name: 'Again', email: tutor.user.email, password: 'secret1', role: 'tutor' as const };
    await expect(callerAs(database, null).auth.register(registration)).resolves.toBeTruthy();
  });

  test('twice at once happens once, and is written down once', async () => {
    const tutor = await aTutor(database.db);
    const removing = async () => callerAs(database, await signedIn(database.db, await anAdmin(database.db))).verification.remove({ id: tutor.id });
    const answers = await Promise.allSettled([removing(), removing()]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await entriesOn(tutor.id)).toHaveLength(1);
  });
});

// spec roles.3
test('only admins manage tutors, and nobody is found by an id that is none', async () => {
  const { id, caller, verification } = await createTutor('pending');
  const refusalsOf = async (calls: Promise<unknown>[]) =>
    new Set((await Promise.allSettled(calls)).map((answer) => (answer.status === 'rejected' ? answer.reason.message : 'done')));
  for (const { verification, tutors } of [caller, callerAs(database, await aStudent(database.db))]) {
    const calls = [
      ...[
        verification.tutors({}),
        verification.tutor({ id }),
        verification.leaving({ id }),
        verification.document({ tutorId: id, id }),
        verification.remind({ id }),
        verification.remove({ id }),
      ],
      ...[verification.review({ id, verificationChecks: ticked(true) }), tutors.forAdmin({ id }), tutors.manyForAdmin({ ids: [id] })],
    ];
    expect(await refusalsOf(calls)).toEqual(new Set(['Only admins can manage tutors']));
  }
  for (const unknown of ['nobody', '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40']) {
    const by = { id: unknown };
    const calls = [verification.tutor(by), verification.leaving(by), verification.remind(by), verification.remove(by)];
    expect(await refusalsOf([...calls, verification.review({ ...by, verificationChecks: ticked(true) })])).toEqual(new Set(['Tutor Not Found']));
  }
});
