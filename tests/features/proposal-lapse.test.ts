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
import { newsOf } from '#tests/support/news.ts';
import { aProposal } from '#tests/support/proposals.ts';

const database = useDatabase();
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const LAPSES = later(24 * HOUR);
/** Between the making and the answer of a proposal. */
const ANSWER = later(HOUR);

const as = (person: User, now = ANSWER) => callerAs(database, person, { now: () => now });
const stored = async ({ id }: Booking) => only(await database.db.select().from(bookings).where(eq(bookings.id, id)));
const proposalOf = async (id: string) => only(await database.db.select().from(bookingProposals).where(eq(bookingProposals.id, id)));
const toldTo = async ({ id }: User) => (await database.db.select().from(notifications).where(eq(notifications.userId, id))).map(({ kind }) => kind);

describe('a proposal that nobody answers', () => {
  const lapse = (proposalId: string, now: Date) => lapseProposal(contextAs(database, null, { now: () => now }), { proposalId });

  // spec proposals.10, mail.28
  test('lapses at its time, and both are told, once', async () => {
    const { booking, student, tutor, id } = await aProposal(database);
    const news = await newsOf(database, () => lapse(id, LAPSES));
    expect(news).toContain(`tutor:${tutor.id}`);
    expect(await proposalOf(id)).toMatchObject({ state: 'lapsed', settledAt: LAPSES });
    await lapse(id, later(25 * HOUR));
    expect(await toldTo(student)).toEqual(['proposal.lapsed']);
    expect((await toldTo(tutor.user)).sort()).toEqual(['proposal.lapsed', 'proposal.made']);
    expect(await stored(booking)).toEqual(booking);
  });

  // spec proposals.10
  test('does not lapse a millisecond early', async () => {
    const { id } = await aProposal(database);
    await lapse(id, later(24 * HOUR - 1));
    expect(await proposalOf(id)).toMatchObject({ state: 'open' });
  });

  // spec proposals.10
  test('is on no page any more, even before anybody has said so', async () => {
    const { booking, other } = await aProposal(database);
    const seenAt = async (now: Date) => (await as(other, now).bookings.byId({ id: booking.id })).proposal;
    expect(await seenAt(LAPSES)).not.toBeNull();
    expect(await seenAt(later(24 * HOUR + 1))).toBeNull();
  });

  // spec proposals.10
  test.each(['accept', 'decline', 'withdraw'] as const)('after %s nothing lapses, and nobody is told', async (answer) => {
    const { student, proposer, other, id } = await aProposal(database);
    await as(answer === 'withdraw' ? proposer : other).proposals[answer]({ id });
    const state = (await proposalOf(id)).state;
    await lapse(id, LAPSES);
    expect((await proposalOf(id)).state).toBe(state);
    expect(await toldTo(student)).not.toContain('proposal.lapsed');
  });

  test.each([UNKNOWN, 'x'])('there is nothing to lapse for "%s"', async (id) => {
    await expect(lapse(id, LAPSES)).resolves.toBeUndefined();
  });

  // spec proposals.10
  test('is taken up by the clock as it was planned', async () => {
    await database.db.delete(jobs);
    const { id } = await aProposal(database);
    const runner = aRunner(database, { now: () => LAPSES, handlers: { 'proposal.lapse': lapseProposal } });
    try {
      await expect.poll(async () => (await proposalOf(id)).state).toBe('lapsed');
      const waiting = () =>
        database.db
          .select()
          .from(jobs)
          .where(and(eq(jobs.key, `proposal.lapse ${id}`), isNull(jobs.deadAt)));
      await expect.poll(async () => (await waiting()).length).toBe(0);
    } finally {
      await runner.close();
    }
  });
});
