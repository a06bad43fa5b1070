import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { withLocks } from '#db/locks.ts';
import { bookings } from '#db/schema/bookings.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { collectEvents } from '#tests/support/events.ts';
import { aBooking, aReview, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor } from '#tests/support/factories.ts';
import { aNewcomer } from '#tests/support/profiles.ts';

const database = useDatabase();
const ON = 'Vacation mode enabled successfully! You are now unavailable for new bookings.';
const OFF = 'Vacation mode disabled successfully! You are now available for new bookings.';

const as = ({ user }: Tutor) => callerAs(database, user).tutors;
const ask = async (tutor: Tutor) =>
  callerAs(database, await aStudent(database.db)).bookings.request({
    tutorId: tutor.id,
    subjectId: tutor.subjectId,
    startTime: NEXT_MONDAY_NINE,
    endTime: new Date(NEXT_MONDAY_NINE.getTime() + HOUR),
    contactNumber: '0771234567',
  });

describe('tutors.setVacation', () => {
  // spec vacation.1 | P §4 Vacation mode, R §4.5 41 | Vacation turns after confirmation; as wanted, else the other way round; many presses at once
  //   each turn it | src/server/features/tutors/profile.commands.ts
  // spec errors.58 | C §8 Vacation | The two vacation sentences, and "Failed to update vacation mode. Please try again." | src/shared/messages.ts
  test('is on or off as wanted, and says so', async () => {
    const tutor = await aTutor(database.db);
    for (const [vacationMode, message] of [
      [true, ON],
      [true, ON],
      [false, OFF],
      [false, OFF],
    ] as const) {
      expect(await as(tutor).setVacation({ vacationMode })).toMatchObject({ message, vacationMode, tutor: { id: tutor.id, vacationMode } });
      expect((await callerAs(database, null).tutors.byId({ id: tutor.id })).vacationMode).toBe(vacationMode);
    }
  });

  // spec vacation.1
  test('is the other way round where nothing is wanted', async () => {
    const tutor = await aTutor(database.db);
    expect((await as(tutor).setVacation({})).vacationMode).toBe(true);
    expect((await as(tutor).setVacation({})).vacationMode).toBe(false);
  });

  // spec vacation.1
  test('turned round many times at once, each turns it', async () => {
    const tutor = await aTutor(database.db);
    const answers = await Promise.all(Array.from({ length: 9 }, () => as(tutor).setVacation({})));
    expect(answers.filter(({ vacationMode }) => vacationMode)).toHaveLength(5);
    expect((await as(tutor).own()).vacationMode).toBe(true);
  });

  // spec vacation.2 | P §4 Vacation mode, D Booking, Search | On: bookings stay, new ones are refused, the list marks the tutor |
  //   src/server/features/tutors/profile.commands.ts
  test('keeps bookings, refuses new ones, and leaves the tutor in the list', async () => {
    const tutor = await aTutor(database.db);
    const created = [
      await aBooking(database.db, { tutor, status: 'confirmed', startTime: new Date(NEXT_MONDAY_NINE.getTime() + 3 * HOUR) }),
      await aBooking(database.db, { tutor, startTime: new Date(NEXT_MONDAY_NINE.getTime() + 5 * HOUR) }),
    ];
    await as(tutor).setVacation({ vacationMode: true });
    await expect(ask(tutor)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Tutor is on Vacation. This tutor is not accepting new bookings.',
    });
    const stored = await database.db.select().from(bookings).where(eq(bookings.tutorId, tutor.id)).orderBy(bookings.startTime);
    expect(stored).toEqual(created);
    const { tutors } = await callerAs(database, null).tutors.search({ subject: tutor.subjectId });
    expect(tutors).toMatchObject([{ id: tutor.id, vacationMode: true }]);
    await as(tutor).setVacation({ vacationMode: false });
    expect((await ask(tutor)).status).toBe('pending');
  });

  // spec vacation.2
  test('notifies those who watch the tutor, and nobody when nothing changes', async () => {
    const tutor = await aTutor(database.db);
    expect(await collectEvents(database, () => as(tutor).setVacation({ vacationMode: true }))).toEqual([`tutor:${tutor.id}`, 'pages']);
    expect(await collectEvents(database, () => as(tutor).setVacation({ vacationMode: true }))).toEqual([]);
  });

  // spec vacation.1
  test('of a tutor without a profile makes one', async () => {
    const { user, caller } = await aNewcomer(database);
    expect(await caller.tutors.setVacation({})).toMatchObject({ vacationMode: true, tutor: { user: { id: user.id }, vacationMode: true } });
  });

  // spec vacation.1
  test('answers the figures of the person where it makes the profile', async () => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor, status: 'completed', startTime: new Date(NOW.getTime() - 48 * HOUR) });
    await aReview(database.db, { booking, rating: 4 });
    await as(tutor).deleteProfile();
    const answer = await as(tutor).setVacation({});
    expect(answer).toMatchObject({ vacationMode: true, tutor: { rating: 4, totalReviews: 1, totalSessions: 1 } });
    expect(answer.tutor).toEqual(await as(tutor).own());
  });

  // spec vacation.1
  test('is for tutors', async () => {
    const setting = callerAs(database, await aStudent(database.db)).tutors.setVacation({});
    await expect(setting).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Only tutors can change vacation mode' });
  });
});

// spec vacation.3 | D Booking | No request slips by | src/server/features/tutors/profile.commands.ts
test('vacation waits for a request that is being made, so that none is booked after it', async () => {
  const tutor = await aTutor(database.db);
  const waiting = async () => {
    const [row] = await database.sql`
      select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return row?.waiting;
  };
  const setting = await database.db.transaction(async (request) => {
    await withLocks(request, { tutors: { keyShare: [tutor.id] } });
    const promise = as(tutor).setVacation({ vacationMode: true });
    await expect.poll(waiting).toBe(1);
    return { promise };
  });
  expect((await setting.promise).vacationMode).toBe(true);
});
