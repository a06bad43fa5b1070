import { beforeEach, describe, expect, test } from 'vitest';
import { searchInput } from '#shared/contracts/tutor-search.ts';
import { type CallerOptions, callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, type Tutor, type User } from '#tests/support/factories.ts';

const database = useDatabase();

const BOTH_MODES = [
  { type: 'online' as const, rateCents: 150_000 },
  { type: 'home-visit' as const, rateCents: 200_000 },
];
const strict = { platform: { unverifiedHomeVisits: false } };
const nextDays = { startDate: new Date(NEXT_MONDAY_NINE.getTime() - HOUR), endDate: new Date(NEXT_MONDAY_NINE.getTime() + 10 * HOUR) };

let student: User;
let unverified: Tutor;
let verified: Tutor;
beforeEach(async () => {
  student = await aStudent(database.db);
  unverified = await aTutor(database.db, { subjects: [{ modes: BOTH_MODES }] });
  verified = await aTutor(database.db, { isVerified: true, verificationStatus: 'approved', subjects: [{ modes: BOTH_MODES }] });
});

const request = (tutor: Tutor, learningMethod: 'online' | 'individual') => ({
  tutorId: tutor.id,
  subjectId: tutor.subjectId,
  startTime: NEXT_MONDAY_NINE,
  endTime: new Date(NEXT_MONDAY_NINE.getTime() + HOUR),
  learningMethod,
  contactNumber: '0771234567',
  selectedTopics: [],
  notes: '',
  address: '',
});
const modesOf = async (tutor: Tutor, as: Parameters<typeof callerAs>[1]) => {
  const { subjects } = await callerAs(database, as, strict).tutors.byId({ id: tutor.id });
  return subjects[0]?.teachingModes.map(({ type, enabled, rate }) => [type, enabled, rate]);
};

describe('where home visits of unverified tutors are switched off', () => {
  // spec s8-development.3 | S8 H | With `HOME_VISITS_UNVERIFIED=off` a request for a home visit of such a tutor is refused: 409
  //   `booking.home_visit_unverified` | src/shared/domain/tutor-visibility.ts, src/server/features/bookings/bookings.commands.ts
  test('a request for one is refused, and online sessions and verified tutors are booked as ever', async () => {
    const api = callerAs(database, student, strict);
    await expect(api.bookings.request(request(unverified, 'individual'))).rejects.toThrow('Only verified tutors can be booked for home visits');
    expect((await api.bookings.request(request(unverified, 'online'))).learningMethod).toBe('online');
    const other = callerAs(database, await aStudent(database.db), strict);
    expect((await other.bookings.request(request(verified, 'individual'))).learningMethod).toBe('individual');
  });

  // spec s8-development.4 | S8 H | Then profiles, cards, free times and the search for home visits do not offer them |
  //   src/server/features/tutors/tutors.queries.ts, src/server/features/tutors/search/search-criteria.queries.ts
  test('the profile offers none to others, and the tutor and admins see what was entered', async () => {
    const hidden = [
      ['online', true, 1500],
      ['home-visit', false, 0],
    ];
    const entered = [
      ['online', true, 1500],
      ['home-visit', true, 2000],
    ];
    expect(await modesOf(unverified, student)).toEqual(hidden);
    expect(await modesOf(unverified, null)).toEqual(hidden);
    expect(await modesOf(verified, student)).toEqual(entered);
    expect(await modesOf(unverified, unverified.user)).toEqual(entered);
    expect(await modesOf(unverified, await anAdmin(database.db))).toEqual(entered);
  });

  // spec s8-development.4
  test('nobody is found who visits and is not verified, whether that is chosen or typed', async () => {
    const find = async (input: object) => (await callerAs(database, null, strict).tutors.search(searchInput.parse(input))).tutors.map(({ id }) => id);
    for (const input of [{ teachingMode: 'INDIVIDUAL' }, { search: 'home visit' }]) {
      const ids = await find({ ...input, sortBy: 'createdAt' });
      expect(ids).toContain(verified.id);
      expect(ids).not.toContain(unverified.id);
      expect(await find({ ...input, verified: false })).toEqual([]);
    }
  });

  // spec s8-development.4
  test('a tutor who offers nothing else has no free times', async () => {
    const { id } = await aTutor(database.db, { subjects: [{ modes: [{ type: 'home-visit', rateCents: 200_000 }] }] });
    const freeTimes = async (options: CallerOptions) => {
      const { free } = await callerAs(database, student, options).tutors.availability({ id, ...nextDays });
      return free?.flatMap(({ starts }) => starts).length;
    };
    expect(await freeTimes(strict)).toBe(0);
    expect(await freeTimes({})).toBeGreaterThan(0);
  });

  // spec s8-development.4
  test('the search for home visits finds verified tutors only, and cards show no rate that cannot be booked', async () => {
    const findTutors = async (query: object, options: CallerOptions = strict) => {
      const { tutors } = await callerAs(database, null, options).tutors.search(query);
      const own = [unverified.id, verified.id];
      return tutors.filter(({ id }) => own.includes(id));
    };
    const ids = (tutors: readonly { id: string }[]) => tutors.map(({ id }) => id).sort();
    const bothIds = ids([unverified, verified]);
    expect(ids(await findTutors({ teachingMode: 'INDIVIDUAL' }))).toEqual([verified.id]);
    expect(ids(await findTutors({ teachingMode: 'INDIVIDUAL', verified: false }))).toEqual([]);
    expect(ids(await findTutors({ teachingMode: 'INDIVIDUAL' }, {}))).toEqual(bothIds);
    expect(ids(await findTutors({ teachingMode: 'ONLINE' }))).toEqual(bothIds);
    const rates = (await findTutors({})).map(({ isVerified, subjects }) => [isVerified, subjects[0]?.homeVisitRate]);
    expect(new Map(rates as [boolean, number][])).toEqual(
      new Map([
        [true, 2000],
        [false, 0],
      ]),
    );
  });

  // spec s8-development.6 | S8 H | A home visit that stands already can still be moved | src/shared/domain/booking-request.ts
  test('a confirmed home visit can be moved to another time', async () => {
    const booking = await aBooking(database.db, { tutor: unverified, student, status: 'confirmed', learningMethod: 'individual' });
    const startTime = new Date(NEXT_MONDAY_NINE.getTime() + 4 * HOUR);
    const { proposal } = await callerAs(database, student, strict).proposals.propose({ bookingId: booking.id, startTime });
    expect(proposal?.startTime).toEqual(startTime);
  });
});
