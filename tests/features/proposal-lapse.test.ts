import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import { jobs } from '#db/schema/jobs.ts';
import { notifications } from '#db/schema/notifications.ts';
import { lapseProposal } from '#server/features/bookings/bookings.jobs.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type Booking, HOUR, NOW, type User } from '#tests/support/factories.ts';
import { aRunner } from '#tests/support/job-runners.ts';
import { collectEvents } from '#tests/support/news.ts';
import { createProposal } from '#tests/support/proposals.ts';

const database = useDatabase();
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const afterNow = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const LAPSES_AT = afterNow(24 * HOUR);
/** Between the making and the answer of a proposal. */
const ANSWERED_AT = afterNow(HOUR);

const callerAt = (person: User, now = ANSWERED_AT) => callerAs(database, person, { now: () => now });
const findBooking = async ({ id }: Booking) => only(await database.db.select().from(bookings).where(eq(bookings.id, id)));
const findProposal = async (id: string) => only(await database.db.select().from(bookingProposals).where(eq(bookingProposals.id, id)));
const listNotificationKinds = async ({ id }: User) => (await database.db.select().from(notifications).where(eq(notifications.userId, id))).map(({ kind }) => kind);

describe('a proposal that nobody answers', () => {
  const runJob = (proposalId: string, now: Date) => lapseProposal(contextAs(database, null, { now: () => now }), { proposalId });

  // spec proposals.10, mail.28
  test('lapses at its time, and both are told, once', async () => {
    const { booking, student, tutor, id } = await createProposal(database);
    const events = await collectEvents(database, () => runJob(id, LAPSES_AT));
    expect(events).toContain(`tutor:${tutor.id}`);
    expect(await findProposal(id)).toMatchObject({ state: 'lapsed', settledAt: LAPSES_AT });
    await runJob(id, afterNow(25 * HOUR));
    expect(await listNotificationKinds(student)).toEqual(['proposal.lapsed']);
    expect((await listNotificationKinds(tutor.user)).sort()).toEqual(['proposal.lapsed', 'proposal.made']);
    expect(await findBooking(booking)).toEqual(booking);
  });

  // spec proposals.10
  test('does not lapse a millisecond early', async () => {
    const { id } = await createProposal(database);
    await runJob(id, afterNow(24 * HOUR - 1));
    expect(await findProposal(id)).toMatchObject({ state: 'open' });
  });

  // spec proposals.10
  test('is on no page any more, even before anybody has said so', async () => {
    const { booking, other } = await createProposal(database);
    const getProposalAt = async (now: Date) => (await callerAt(other, now).bookings.byId({ id: booking.id })).proposal;
    expect(await getProposalAt(LAPSES_AT)).not.toBeNull();
    expect(await getProposalAt(afterNow(24 * HOUR + 1))).toBeNull();
  });

  // spec proposals.10
  test.each(['accept', 'decline', 'withdraw'] as const)('after %s nothing lapses, and nobody is told', async (answer) => {
    const { student, proposer, other, id } = await createProposal(database);
    await callerAt(answer === 'withdraw' ? proposer : other).proposals[answer]({ id });
    const state = (await findProposal(id)).state;
    await runJob(id, LAPSES_AT);
    expect((await findProposal(id)).state).toBe(state);
    expect(await listNotificationKinds(student)).not.toContain('proposal.lapsed');
  });

  test.each([UNKNOWN, 'x'])('there is nothing to lapse for "%s"', async (id) => {
    await expect(runJob(id, LAPSES_AT)).resolves.toBeUndefined();
  });

  // spec proposals.10
  test('is taken up by the clock as it was planned', async () => {
    await database.db.delete(jobs);
    const { id } = await createProposal(database);
    const runner = aRunner(database, { now: () => LAPSES_AT, handlers: { 'proposal.lapse': lapseProposal } });
    try {
      await expect.poll(async () => (await findProposal(id)).state).toBe('lapsed');
      const listJobs = () =>
        database.db
          .select()
          .from(jobs)
          .where(and(eq(jobs.key, `proposal.lapse ${id}`), isNull(jobs.deadAt)));
      await expect.poll(async () => (await listJobs()).length).toBe(0);
    } finally {
      await runner.close();
    }
  });
});
