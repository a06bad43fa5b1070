import { and, isNull, like } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { jobs } from '#db/schema/jobs.ts';
import { lapseProposal } from '#server/features/bookings/bookings.jobs.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { collectEvents } from '#tests/support/events.ts';
import { HOUR, type User } from '#tests/support/factories.ts';
import { startTestRunner } from '#tests/support/job-runners.ts';
import { ANSWERED_AT, afterNow, createProposal, LAPSES_AT, useProposals } from '#tests/support/proposals.ts';

const database = useDatabase();
const { findBooking, findProposal, listNotificationKinds, ...proposals } = useProposals(database);
const callerAt = (person: User, now = ANSWERED_AT) => proposals.callerAt(person, now);
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

describe('lapseProposal', () => {
  const runJob = (proposalId: string, now: Date) => lapseProposal(contextAs(database, null, { now: () => now }), { proposalId });

  // spec proposals.10, mail.28
  test('ends the proposal at its time and notifies both parties once', async () => {
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
  test('does nothing a millisecond early', async () => {
    const { id } = await createProposal(database);
    await runJob(id, afterNow(24 * HOUR - 1));
    expect(await findProposal(id)).toMatchObject({ state: 'open' });
  });

  // spec proposals.10
  test('is not needed for the page of the booking to hide a lapsed proposal', async () => {
    const { booking, other } = await createProposal(database);
    const getProposalAt = async (now: Date) => (await callerAt(other, now).bookings.byId({ id: booking.id })).proposal;
    expect(await getProposalAt(LAPSES_AT)).not.toBeNull();
    expect(await getProposalAt(afterNow(24 * HOUR + 1))).toBeNull();
  });

  // spec proposals.10
  test.each(['accept', 'decline', 'withdraw'] as const)('does nothing after %s', async (answer) => {
    const { student, proposer, other, id } = await createProposal(database);
    await callerAt(answer === 'withdraw' ? proposer : other).proposals[answer]({ id });
    const state = (await findProposal(id)).state;
    await runJob(id, LAPSES_AT);
    expect((await findProposal(id)).state).toBe(state);
    expect(await listNotificationKinds(student)).not.toContain('proposal.lapsed');
  });

  test.each([UNKNOWN, 'x'])('ignores the id "%s"', async (id) => {
    await expect(runJob(id, LAPSES_AT)).resolves.toBeUndefined();
  });

  // spec proposals.10
  test('is run by the job that was planned with the proposal', async () => {
    await database.db.delete(jobs);
    const { id } = await createProposal(database);
    const runner = startTestRunner(database, { now: () => LAPSES_AT, handlers: { 'proposal.lapse': lapseProposal } });
    try {
      await expect.poll(async () => (await findProposal(id)).state).toBe('lapsed');
      const listJobs = () =>
        database.db
          .select()
          .from(jobs)
          .where(and(like(jobs.key, `proposal.lapse ${id} %`), isNull(jobs.deadAt)));
      await expect.poll(async () => (await listJobs()).length).toBe(0);
    } finally {
      await runner.close();
    }
  });
});
