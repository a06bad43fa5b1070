import { describe, expect, test } from 'vitest';
import { withLocks } from '#db/locks.ts';
import { createCaller } from '#server/api/router.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, type Tutor } from '#tests/support/factories.ts';
import { countLockWaits, holdCommit, raceRounds } from '#tests/support/races.ts';

const database = useDatabase();
const OFF = { fromDate: '2026-03-09', toDate: '2026-03-09' };
const OUTSIDE = { code: 'CONFLICT', message: 'The tutor is not available at this time' };

const later = (hours: number) => new Date(NEXT_MONDAY_NINE.getTime() + hours * HOUR);
const as = ({ user }: Tutor) => callerAs(database, user).daysOff;
const requestOf = (tutor: Tutor, hour: number) => ({
  tutorId: tutor.id,
  subjectId: tutor.subjectId,
  startTime: later(hour),
  endTime: later(hour + 1),
  contactNumber: '0771234567',
});
const ask = async (tutor: Tutor, hour = 0) => callerAs(database, await aStudent(database.db)).bookings.request(requestOf(tutor, hour));

// spec days-off.8 | D Booking | No request slips by hours, rates or subjects that are being taken away, nor the reverse |
//   src/server/features/tutors/subjects.commands.ts
describe('what is taught and a request at the same moment', () => {
  type TutorsApi = ReturnType<typeof callerAs>['tutors'];
  const changes: [string, (own: TutorsApi, tutor: Tutor) => Promise<unknown>][] = [
    ['hours that are taken away', (own, { subjectId }) => own.setAvailability({ subjectId, availability: [] })],
    ['rates that change', (own, { subjectId }) => own.updateSubject({ subjectId, teachingModes: [] })],
    ['a subject that goes', (own, { subjectId }) => own.removeSubject({ subjectId })],
    ['a profile that is saved without subjects', (own) => own.saveProfile({ subjects: [] })],
  ];

  test.each(changes)('%s wait for a request that is being made', async (_, change) => {
    const tutor = await aTutor(database.db);
    const student = await aStudent(database.db);
    const { begin, isDone, commit } = holdCommit(database);
    const requests = createCaller({ ...contextAs(database, student), begin }).bookings.request(requestOf(tutor, 0));
    await isDone;
    const changing = change(callerAs(database, tutor.user).tutors, tutor);
    await expect.poll(() => countLockWaits(database)).toBe(1);
    commit();
    expect((await requests).status).toBe('pending');
    await changing;
    expect((await callerAs(database, tutor.user).bookings.counts()).total).toBe(1);
  });

  test.each(changes)('the request waits for %s, and goes by what is left', async (_, change) => {
    const tutor = await aTutor(database.db);
    const { begin, isDone, commit } = holdCommit(database);
    const changing = change(createCaller({ ...contextAs(database, tutor.user), begin }).tutors, tutor);
    await isDone;
    const requests = ask(tutor).catch((thrown: unknown) => thrown);
    await expect.poll(() => countLockWaits(database)).toBe(1);
    commit();
    await changing;
    expect(await requests).toMatchObject({ code: expect.stringMatching(/CONFLICT|NOT_FOUND|BAD_REQUEST/) });
  });

  test('what a request does not go by waits for none', async () => {
    const tutor = await aTutor(database.db);
    await database.db.transaction(async (other) => {
      await withLocks(other, { tutors: { keyShare: [tutor.id] } });
      expect((await callerAs(database, tutor.user).tutors.saveProfile({ bio: 'New' })).tutor.bio).toBe('New');
    });
  });
});

// spec days-off.7 | D Booking | No request slips by days off that are being planned, nor the reverse | src/db/locks.ts
describe('days off and a request at the same moment', () => {
  test('the request waits for days off that are being planned, and is refused', async () => {
    const tutor = await aTutor(database.db);
    const { begin, isDone, commit } = holdCommit(database);
    const adding = createCaller({ ...contextAs(database, tutor.user), begin }).daysOff.add(OFF);
    await isDone;
    const requests = ask(tutor).catch((thrown: unknown) => thrown);
    await expect.poll(() => countLockWaits(database)).toBe(1);
    commit();
    await adding;
    expect(await requests).toMatchObject(OUTSIDE);
  });

  test('days off wait for a request that is being made, which is then among the bookings inside', async () => {
    const tutor = await aTutor(database.db);
    const student = await aStudent(database.db);
    const { begin, isDone, commit } = holdCommit(database);
    const requests = createCaller({ ...contextAs(database, student), begin }).bookings.request(requestOf(tutor, 0));
    await isDone;
    const adding = as(tutor).add(OFF);
    await expect.poll(() => countLockWaits(database)).toBe(1);
    commit();
    expect((await requests).status).toBe('pending');
    await adding;
    expect((await as(tutor).bookingsInside(OFF)).total).toBe(1);
  });

  test('a request does not wait for another that holds the tutor', async () => {
    const tutor = await aTutor(database.db);
    await database.db.transaction(async (other) => {
      await withLocks(other, { tutors: { keyShare: [tutor.id] } });
      expect((await ask(tutor, 1)).status).toBe('pending');
    });
  });

  test('many of both at once: what is booked was there first, and nobody waits in a circle', async () => {
    const deadlocks = async () =>
      (await database.sql`select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`)[0];
    const before = await deadlocks();
    for (let round = 0; round < raceRounds(6); round += 1) {
      const tutor = await aTutor(database.db);
      const requests = [0, 1, 2, 3].map((hour) => ask(tutor, hour));
      const answers = await Promise.allSettled([...requests.slice(0, 2), as(tutor).add(OFF), ...requests.slice(2)]);
      expect(answers[2]?.status).toBe('fulfilled');
      const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      for (const reason of refused) expect(reason).toMatchObject(OUTSIDE);
      expect((await as(tutor).bookingsInside(OFF)).total).toBe(4 - refused.length);
      await expect(ask(tutor, 5)).rejects.toMatchObject(OUTSIDE);
    }
    await database.sql`select pg_stat_force_next_flush()`;
    expect(await deadlocks()).toEqual(before);
  });
});
