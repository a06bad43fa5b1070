import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import * as schema from '#db/schema/index.ts';
import type { AdminReportsInput } from '#shared/contracts/admin-reports.ts';
import type { ReportKind, ReportState } from '#shared/vocabulary/content.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aReview, aStudent, aThread, aTutor, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { findWrongListings } from '#tests/support/listings.ts';
import { explainStatement, PLAN_MODES } from '#tests/support/plans.ts';
import { listErrorMessages, listResults } from '#tests/support/races.ts';
import { selectNotifications } from '#tests/support/selects.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
let admin: User;
let student: User;
let tutor: Tutor;
const at = (minute: number) => ({ now: () => new Date(NOW.getTime() + minute * 60_000), hasRateLimits: false });
const moderation = (db = database.db) => callerAs({ db }, admin).moderation;
const list = async (input: Partial<AdminReportsInput> = {}) => (await moderation().desk(input)).reports;
const the = async (kind: ReportKind) => (await list({ kind }))[0] ?? expect.fail(`no report of a ${kind}`);
const auditOf = (id: string) => database.db.select().from(schema.auditEntries).where(eq(schema.auditEntries.subjectId, id));
const noticesOf = ({ id }: User) => selectNotifications(database, id);

/** One report of each kind, a minute apart: a session, a message, a review, a profile. */
beforeAll(async () => {
  const { db } = database;
  admin = await anAdmin(db, { name: 'Ayesha' });
  student = await aStudent(db, { name: 'Dilini' });
  tutor = await aTutor(db, { user: { name: 'Nimal' }, bio: 'I teach Physics.' });
  const booking = await aBooking(db, { student, tutor, status: 'completed', startTime: new Date(NOW.getTime() - 24 * HOUR) });
  const { id: threadId } = await aThread(db, { student, tutor });
  const sendAt = (person: User, minute: number, text: string) =>
    callerAs(database, person, at(minute)).messages.send({ threadId, clientId: randomUUID(), text });
  for (let index = 0; index < 12; index += 1) await sendAt(index % 2 ? tutor.user : student, -30 + index, `Message ${index}`);
  const reported = await sendAt(tutor.user, -10, 'Pay me directly.');
  await sendAt(student, -9, 'What came after it');
  const review = await aReview(db, { booking, rating: 1, review: 'He is a fraud, avoid him.' });
  await aReview(db, { booking: await aBooking(db, { tutor, status: 'completed', startTime: new Date(NOW.getTime() - 48 * HOUR) }), rating: 4 });

  const text = 'He did not come at all.';
  await callerAs(database, student, at(1)).moderation.reportProblem({ bookingId: booking.id, kind: 'not_held', text });
  await callerAs(database, student, at(2)).moderation.report({ about: 'message', id: reported.id, reason: 'spam', text: 'He asks for money.' });
  await callerAs(database, tutor.user, at(3)).moderation.report({ about: 'review', id: review.id, reason: 'false' });
  await callerAs(database, student, at(4)).moderation.report({ about: 'profile', id: tutor.id, reason: 'other' });
});

describe('the desk of reports', () => {
  // spec reports-desk.1 | S5, D Booking | Reports of sessions, messages, reviews and profiles in one list, by kind and state |
  //   src/server/features/moderation/reports.queries.ts
  test('is one list, the newest first, in pages that neither miss nor repeat', async () => {
    const all = await list();
    expect(all.map(({ kind }) => kind)).toEqual(['profile', 'review', 'message', 'session']);
    const ids: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await moderation().desk({ limit: 1, cursor });
      ids.push(...page.reports.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(ids).toEqual(all.map(({ id }) => id));
  });

  // spec reports-desk.2 | S5 | What was reported, by whom, about whom, and why | src/client/features/moderation/report-card.tsx
  test('says what was reported, who reported it, whom it is about, and why', async () => {
    const party = ({ id, name, status }: User) => ({ id, name, status });
    const [dilini, nimal] = [party(student), party(tutor.user)];
    const open = { state: 'open', adminNote: '' };
    expect(await the('session')).toMatchObject({
      ...{ ...open, reason: 'not_held', text: 'He did not come at all.', reporter: dilini, person: nimal, snapshot: '', review: null },
      session: { subject: expect.any(String), bookingId: expect.any(String) },
    });
    expect(await the('message')).toMatchObject({
      ...{ ...open, reason: 'spam', text: 'He asks for money.', reporter: dilini, person: nimal, snapshot: 'Pay me directly.', hasMessage: true },
    });
    expect(await the('review')).toMatchObject({
      ...{ ...open, reason: 'false', reporter: nimal, person: dilini, snapshot: 'He is a fraud, avoid him.', session: null },
      review: { rating: 1, text: 'He is a fraud, avoid him.', isHidden: false, tutor: { id: tutor.id, name: 'Nimal' } },
    });
    expect(await the('profile')).toMatchObject({ ...open, reporter: dilini, person: nimal, snapshot: 'I teach Physics.', profileId: tutor.id });
  });

  // spec reports-desk.3 | D Routes | Of a conversation the reported message and the ten before it, nothing else |
  //   src/server/features/moderation/reports.queries.ts
  test('shows of a conversation the reported message and the ten before it, nothing else', async () => {
    const shown = await moderation().reportedMessages({ id: (await the('message')).id });
    expect(shown.map(({ text }) => text)).toEqual([...Array.from({ length: 10 }, (_, index) => `Message ${index + 2}`), 'Pay me directly.']);
    expect(shown.map(({ isReported }) => isReported)).toEqual([...Array(10).fill(false), true]);
    expect(shown.slice(-2).map(({ sender }) => sender)).toEqual(['Nimal', 'Nimal']);
    for (const id of [(await the('review')).id, 'nothing']) await expect(moderation().reportedMessages({ id })).rejects.toThrow('Report not found');
  });
});

describe('the state of a report', () => {
  const change = async (kind: ReportKind, id: string, [from, state]: [ReportState, ReportState], note = '') => {
    const seenNote = (await list({ kind })).find((report) => report.id === id)?.adminNote ?? '';
    return moderation().changeReports({ reports: [{ kind, id, from, seenNote }], state, note });
  };

  // spec reports-desk.4 | D Booking, S5 | Its state changes with a note; of two admins who were shown the same, in state or note, one is told |
  //   src/server/features/moderation/report-states.commands.ts
  // spec mail.30 | R §5 E23 | E23: both parties hear that its state changed | src/server/features/moderation/report-states.commands.ts
  test('of a session notifies both parties, of anything else nobody; both are in the audit log', async () => {
    const problem = await the('session');
    const before = [await noticesOf(student), await noticesOf(tutor.user)].map(({ length }) => length);
    expect(await change('session', problem.id, ['open', 'resolved'], ' We spoke to both. ')).toEqual({
      message: 'Report updated successfully',
      leftOut: [],
    });
    for (const [index, person] of [student, tutor.user].entries()) {
      const notices = await noticesOf(person);
      expect(notices).toHaveLength((before[index] ?? 0) + 1);
      expect(notices.find(({ message }) => message.includes('was resolved'))).toMatchObject({
        ...{ type: 'info', category: 'booking', title: 'Session Problem' },
        action: { label: 'View', url: `/bookings/${problem.session?.bookingId}` },
      });
    }
    const [shown] = (await callerAs(database, student).bookings.byId({ id: problem.session?.bookingId ?? '' })).problems;
    expect(shown).toMatchObject({ state: 'resolved', adminNote: 'We spoke to both.' });
    const details = { kind: 'session', before: 'open', after: 'resolved', note: 'We spoke to both.' };
    expect(await auditOf(problem.id)).toMatchObject([{ action: 'report.changed', actorName: 'Ayesha', details }]);

    const profile = await the('profile');
    await change('profile', profile.id, ['open', 'in_review']);
    expect(await noticesOf(student)).toHaveLength((before[0] ?? 0) + 1);
    expect(await auditOf(profile.id)).toMatchObject([{ subjectName: 'Nimal', details: { before: 'open', after: 'in_review' } }]);
    const [own] = (await callerAs(database, student).moderation.ownReports({})).reports;
    expect(own).toMatchObject({ id: profile.id, state: 'in_review' });
  });

  // spec reports-desk.1
  test('filters the list, beside the kind', async () => {
    expect((await list({ state: 'resolved' })).map(({ kind }) => kind)).toEqual(['session']);
    expect((await list({ state: 'open' })).map(({ kind }) => kind)).toEqual(['review', 'message']);
    expect(await list({ state: 'open', kind: 'session' })).toEqual([]);
    expect((await list({ state: 'in_review', kind: 'profile' })).map(({ kind }) => kind)).toEqual(['profile']);
  });

  // spec reports-desk.4
  test('changes for one of two admins at once; the other gets a conflict', async () => {
    const { id } = await the('message');
    const answers = await Promise.allSettled([change('message', id, ['open', 'dismissed']), change('message', id, ['open', 'resolved'])]);
    expect([listResults(answers).length, listErrorMessages(answers)]).toEqual([1, ['Another admin has changed this report meanwhile']]);
    expect(await auditOf(id)).toHaveLength(1);
    const problem = await the('session');
    await expect(change('session', problem.id, ['open', 'dismissed'])).rejects.toThrow('Another admin has changed this report meanwhile');
    for (const kind of ['session', 'message'] as const)
      await expect(change(kind, 'nothing', ['open', 'dismissed'])).rejects.toThrow('Report not found');
    await expect(change('review', id, ['dismissed', 'open'])).rejects.toThrow('Report not found');
  });

  // spec reports-desk.4
  test.each(['session', 'message'] as const)('of a %s stays, and its note changes for one of two admins who were shown the same', async (kind) => {
    const { id, state, adminNote: seenNote } = await the(kind);
    const changeNote = (seen: string, note: string) =>
      moderation().changeReports({ reports: [{ kind, id, from: state, seenNote: seen }], state, note });
    await changeNote(seenNote, ' We asked both. ');
    await expect(changeNote(seenNote, 'I asked one of them.')).rejects.toMatchObject({
      ...{ code: 'CONFLICT', message: 'Another admin has changed this report meanwhile' },
    });
    expect((await the(kind)).adminNote).toBe('We asked both.');
    await changeNote('We asked both.', seenNote);
    expect(await the(kind)).toMatchObject({ state, adminNote: seenNote });
  });

  // spec reports-desk.4
  test('of a session is not open again beside another open one of the same party', async () => {
    const first = await the('session');
    const bookingId = first.session?.bookingId ?? '';
    await callerAs(database, student, at(6)).moderation.reportProblem({ bookingId, kind: 'other', text: 'It happened once more.' });
    await expect(change('session', first.id, ['resolved', 'open'])).rejects.toThrow('The same person has another open report on this session');
    expect((await list({ kind: 'session', state: 'resolved' })).map(({ id }) => id)).toEqual([first.id]);
  });

  // spec reports-desk.4
  test('needs an admin, as all of the desk does', async () => {
    const { id } = await the('review');
    for (const person of [student, tutor.user]) {
      const { moderation } = callerAs(database, person);
      const refused = 'Only admins can manage reports';
      await expect(moderation.desk({})).rejects.toThrow(refused);
      await expect(moderation.reportedMessages({ id })).rejects.toThrow(refused);
      await expect(moderation.hideReview({ reportId: id, isHidden: true })).rejects.toThrow(refused);
      await expect(moderation.changeReports({ reports: [{ kind: 'review', id, from: 'open', seenNote: '' }], state: 'resolved' })).rejects.toThrow(
        refused,
      );
    }
  });
});

// spec reports-desk.5 | D Booking | A reported review is hidden and shown again: out of lists, counts and rating; one that takes its place is hidden
//   as well | src/server/features/reviews/reviews.projector.ts
describe('a review that is hidden', () => {
  const readAs = async (person: User | null) =>
    (await callerAs(database, person).reviews.allOfTutor({ tutorId: tutor.id })).map(({ rating }) => rating);
  const rated = async () => {
    const { averageRating } = await callerAs(database, null).tutors.stats({ id: tutor.id });
    const all = await callerAs(database, null).statistics.public();
    return [averageRating, all.averageRating, all.totalReviews];
  };
  const hide = async (isHidden: boolean) => moderation().hideReview({ reportId: (await the('review')).id, isHidden });

  test('leaves lists, counts and every rating, and comes back', async () => {
    expect(await rated()).toEqual([2.5, 2.5, 2]);
    const { review } = await the('review');
    expect(await hide(true)).toEqual({ message: 'Review hidden successfully' });
    await hide(true);
    expect((await the('review')).review).toMatchObject({ isHidden: true });
    for (const person of [null, student, tutor.user, admin]) expect(await readAs(person)).toEqual([4]);
    expect(await rated()).toEqual([4, 4, 1]);
    const [card] = (await callerAs(database, null).tutors.search({ search: 'Nimal' })).tutors;
    expect(card).toMatchObject({ rating: 4, totalReviews: 1 });
    expect(await findWrongListings(database)).toEqual([]);
    const other = callerAs(database, await aStudent(database.db)).moderation;
    const NOT_THERE = 'What you want to report is no longer there';
    await expect(other.report({ about: 'review', id: review?.id ?? '', reason: 'spam' })).rejects.toThrow(NOT_THERE);
    await expect(callerAs(database, tutor.user).reviews.reply({ id: review?.id ?? '', reply: 'Thank you' })).rejects.toThrow('Review not found');

    expect(await hide(false)).toEqual({ message: 'Review shown again successfully' });
    expect((await readAs(null)).sort()).toEqual([1, 4]);
    expect(await rated()).toEqual([2.5, 2.5, 2]);
    const actions = await auditOf(review?.id ?? '');
    expect(actions.map(({ action }) => action).sort()).toEqual(['review.hidden', 'review.shown']);
    expect(actions[0]).toMatchObject({ subjectName: 'Dilini', details: { rating: 1 } });
  });

  test('is still seen and edited by its author, and hidden again when it is written anew', async () => {
    await hide(true);
    const bookingId = (await the('session')).session?.bookingId ?? '';
    const own = callerAs(database, student).reviews;
    const { id } = await own.ofBooking({ bookingId });
    await own.edit({ id, rating: 2, review: 'Still a fraud, I say.' });
    expect(await readAs(null)).toEqual([4]);
    await own.remove({ id });
    await own.write({ bookingId, rating: 5, review: 'Buy my own course.' });
    expect(await readAs(null)).toEqual([4]);
    expect((await the('review')).review).toMatchObject({ text: 'Buy my own course.', isHidden: true });
    await hide(false);
    expect((await readAs(null)).sort()).toEqual([4, 5]);
    const problems = await own.ofBooking({ bookingId });
    await own.remove({ id: problems.id });
    await own.write({ bookingId, rating: 3, review: 'It was all right then.' });
    expect((await readAs(null)).sort()).toEqual([3, 4]);
  });

  test('was reported, or is none', async () => {
    await expect(moderation().hideReview({ reportId: (await the('profile')).id, isHidden: true })).rejects.toThrow('Review not found');
    await expect(moderation().hideReview({ reportId: 'nothing', isHidden: true })).rejects.toThrow('Review not found');
  });
});

describe('among many', () => {
  beforeAll(async () => {
    const state = sql`(case when n % 200 = 0 then 'dismissed' else (array['open', 'in_review', 'resolved'])[1 + n % 2] end)::report_state`;
    const createdAt = sql`now() - n * interval '1 minute'`;
    await database.db.execute(sql`
      insert into reports (id, about, snapshot, reason, state, created_at)
      select gen_random_uuid(), (case when n % 100 = 0 then 'review' when n % 2 = 0 then 'message' else 'profile' end)::reported_thing, 'Words', 'spam', ${state}, ${createdAt}
      from generate_series(1, 20000) n`);
    await database.db.execute(sql`
      with booking as (
        insert into bookings (id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number)
        select gen_random_uuid(), 'Physics', 'completed', now(), now() + interval '1 hour', 'online', 150000, '0771234567' from generate_series(1, 20000)
        returning id
      )
      insert into session_problems (id, booking_id, reported_by, kind, text, state, created_at)
      select gen_random_uuid(), id, 'student', 'other', 'Words about it', ${state}, ${createdAt} from (select id, row_number() over () as n from booking) made`);
    await database.db.execute(sql`analyze`);
  }, 60_000);

  // spec s5.1
  test.each(PLAN_MODES)('a page is read in the order of the indexes, with %s', async (mode) => {
    const expected = [
      [{}, ['reports_newest_idx', 'session_problems_newest_idx']],
      [{ state: 'dismissed' }, ['reports_state_newest_idx', 'session_problems_state_newest_idx']],
      [{ kind: 'review' }, ['reports_about_newest_idx']],
      [{ kind: 'review', state: 'dismissed' }, ['reports_about_state_newest_idx']],
    ] as const;
    for (const [input, indexes] of expected) {
      const { db, statements } = createRecordingDb(database);
      expect((await moderation(db).desk(input)).reports).toHaveLength(20);
      const plans = await Promise.all(statements.map((statement) => explainStatement(database, statement, mode)));
      expect(plans.flatMap((plan) => plan.indexes)).toEqual(expect.arrayContaining([...indexes]));
      expect(
        plans.map(({ sorts }) => sorts),
        plans.map(({ text }) => text).join('\n'),
      ).not.toContain(true);
      expect(plans.flatMap(({ read }) => read)).not.toContain('bookings');
    }
  });
});
