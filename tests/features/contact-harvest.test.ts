import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import * as schema from '#db/schema/index.ts';
import { appRouter } from '#server/api/router.ts';
import type { Actor } from '#server/core/context.ts';
import { bookingsForWebhooks } from '#server/registry.ts';
import { RATE_LIMITS } from '#shared/vocabulary/limits.ts';
import { useRest } from '#tests/rest/app.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import {
  aBlog,
  aBooking,
  anAdmin,
  aReview,
  aStudent,
  aThread,
  aTutor,
  HOUR,
  NEXT_MONDAY_NINE,
  NOW,
  type Tutor,
  type User,
} from '#tests/support/factories.ts';

const database = useDatabase();
const rest = useRest(database);
let student: User;
let requestedTutor: Tutor;
let otherAddressTutor: Tutor;
let cancelledTutor: Tutor;
/** Ids for every query: of all that belongs to the student or to the tutors. */
let inputs: unknown[];
let secrets: string[];

const at = (hours: number) => new Date(NEXT_MONDAY_NINE.getTime() + hours * HOUR);
let numbers = 0;
const phone = () => `07199${String(++numbers).padStart(5, '0')}`;

beforeAll(async () => {
  student = await aStudent(database.db, { emailVerifiedAt: NOW });
  requestedTutor = await aTutor(database.db, { phone: phone(), isVerified: true, verificationStatus: 'approved' });
  otherAddressTutor = await aTutor(database.db, { phone: phone(), contactEmailKind: 'other', contactEmail: 'classes@harvest.example' });
  cancelledTutor = await aTutor(database.db, { phone: phone() });
  const pending = await aBooking(database.db, { student, tutor: requestedTutor, startTime: at(0) });
  const other = await aBooking(database.db, { student, tutor: otherAddressTutor, startTime: at(3) });
  const cancelled = await aBooking(database.db, { student, tutor: cancelledTutor, status: 'cancelled', startTime: at(6) });
  const past = await aBooking(database.db, { tutor: requestedTutor, status: 'completed', startTime: new Date(NOW.getTime() - 48 * HOUR) });
  const review = await aReview(database.db, { booking: past });
  const thread = await aThread(database.db, { student, tutor: requestedTutor });
  const post = await aBlog(database.db, { tutor: requestedTutor });
  for (const tutor of [requestedTutor, otherAddressTutor, cancelledTutor]) {
    await database.db.insert(schema.favourites).values({ studentId: student.id, tutorId: tutor.id });
  }
  const ids = [
    pending,
    other,
    cancelled,
    past,
    review,
    thread,
    post,
    requestedTutor,
    otherAddressTutor,
    cancelledTutor,
    { id: requestedTutor.subjectId },
  ].map(({ id }) => id);
  const names = ['id', 'tutorId', 'bookingId', 'threadId', 'subjectId'];
  inputs = [undefined, {}, { limit: 100 }, ...names.flatMap((name) => ids.map((id) => ({ [name]: id }))), { threadId: thread.id, limit: 30 }];
  secrets = [requestedTutor, otherAddressTutor, cancelledTutor]
    .flatMap(({ profile, user }) => [profile.phone, user.email])
    .concat('classes@harvest.example');
});

type Call = (input: unknown) => Promise<unknown>;
type Procedure = { _def: { type: string } };
const QUERIES = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>)
  .filter(([, { _def }]) => _def.type === 'query')
  .map(([name]) => name);
const callOf = (person: Pick<Actor, 'id' | 'role' | 'name' | 'email'>, name: string): Call => {
  const [group = '', call = ''] = name.split('.');
  return (callerAs(database, person) as unknown as Record<string, Record<string, Call>>)[group]?.[call] as Call;
};
const leaked = (answer: unknown): string[] => secrets.filter((secret) => JSON.stringify(answer ?? null).includes(secret));

// spec s8-contact.6 | S8 G | Favourites, bookings, messages, webhooks and every other answer to a student hold neither the phone nor an address of a
//   tutor, until the tutor has accepted a booking; then those that the tutor has chosen to show; admins see them always |
//   src/server/features/bookings/bookings.queries.ts, src/server/features/favourites/favourites.queries.ts
describe('a student who has only asked tutors for sessions, and put them among the favourites', () => {
  test('reads how to reach them nowhere but in the call that is counted', async () => {
    const leaks: Record<string, string[]> = {};
    let answers = 0;
    for (const name of QUERIES) {
      if (name === 'tutors.contact') continue;
      for (const input of inputs) {
        const answer = await callOf(student, name)(input).catch(() => undefined);
        if (answer === undefined) continue;
        answers += 1;
        const values = leaked(answer);
        if (values.length > 0) leaks[name] = values;
      }
    }
    expect(answers).toBeGreaterThan(60);
    expect(leaks).toEqual({});
  });

  test('nor in webhook calls, or in the answer to adding a favourite', async () => {
    const own = await database.db.select({ id: schema.bookings.id }).from(schema.bookings).where(eq(schema.bookings.studentId, student.id));
    const sent = await bookingsForWebhooks(
      contextAs(database, student),
      own.map(({ id }) => id),
    );
    expect(sent.size).toBe(3);
    expect(leaked([...sent.values()])).toEqual([]);
    expect(leaked(await callerAs(database, student).favourites.add({ tutorId: requestedTutor.id }))).toEqual([]);
  });
});

// spec s8-contact.6
describe('a booking that the tutor has accepted', () => {
  test.each([
    ['the address of the account', { contactEmailKind: 'sign-in', contactEmail: '' }, 'account'],
    ['another address', { contactEmailKind: 'other', contactEmail: 'other@harvest.example' }, 'other@harvest.example'],
    ['no address', { contactEmailKind: 'none', contactEmail: '' }, ''],
  ] as const)('shows the student the phone and %s, as the tutor chose', async (_, chosen, shown) => {
    const tutor = await aTutor(database.db, { phone: phone(), ...chosen });
    const email = shown === 'account' ? tutor.user.email : shown;
    for (const [index, status] of (['confirmed', 'completed'] as const).entries()) {
      const { id } = await aBooking(database.db, { student, tutor, status, startTime: at(24 * (index + 1) + numbers) });
      const { tutor: bookedTutor } = await callerAs(database, student).bookings.byId({ id });
      expect([bookedTutor.phone, bookedTutor.user?.email]).toEqual([tutor.profile.phone, email]);
    }
  });

  test('and one that waits, or was cancelled, shows admins how to reach the tutor', async () => {
    const admin = callerAs(database, await anAdmin(database.db));
    const tutor = await aTutor(database.db, { phone: phone(), contactEmailKind: 'none' });
    for (const [index, status] of (['pending', 'cancelled'] as const).entries()) {
      const { id } = await aBooking(database.db, { tutor, status, startTime: at(300 + index * 5) });
      const listed = (await admin.bookings.desk({ status: 'all', limit: 100 })).bookings.find((booking) => booking.id === id);
      for (const { tutor: shownTutor } of [await admin.bookings.byId({ id }), listed ?? { tutor: { phone: 'none', user: null } }]) {
        expect([shownTutor.phone, shownTutor.user?.email]).toEqual([tutor.profile.phone, tutor.user.email]);
      }
    }
  });
});

// spec s8-contact.7 | S8 G | Calls in one request count one by one; from one address all accounts together get at most 600 an hour, however many
//   there are | src/server/features/tutors/contact.queries.ts, src/shared/vocabulary/limits.ts
describe('a collector with many calls in one request, many accounts and many keys', () => {
  const [{ times: ofAddress }] = RATE_LIMITS.tutorContactByAddress;
  const [{ times: ofAccounts }] = RATE_LIMITS.tutorContactByAddressOfAccounts;
  const inBatch = 20;
  type TrpcAnswer = { result?: { data: { json: { email: string } } }; error?: { json: { data: { domainCode: string } } } };

  /** Requests the same tutor repeatedly, and counts how often the address was shown. */
  async function collect(calls: number, as?: string): Promise<number> {
    const address = `/trpc/${Array(inBatch).fill('tutors.contact').join(',')}?batch=1&input=`;
    const input = encodeURIComponent(
      JSON.stringify(Object.fromEntries(Array.from({ length: inBatch }, (_, index) => [index, { json: { id: requestedTutor.id } }]))),
    );
    let shown = 0;
    for (let called = 0; called < calls; called += inBatch) {
      const { body } = await rest.get<TrpcAnswer[]>(`${address}${input}`, as);
      for (const { result, error } of body) {
        if (result) expect(result.data.json.email).toBe(requestedTutor.user.email);
        else expect(error?.json.data.domainCode).toBe('tutor.contact_limited');
      }
      shown += body.filter(({ result }) => result).length;
    }
    return shown;
  }

  test('gets as much from a batch as from single calls, and over REST nothing more', async () => {
    expect(await collect(60)).toBe(ofAddress);
    const { status, body } = await rest.get<{ phone: string; user: { email: string } }>(`/api/tutors/${requestedTutor.id}`);
    expect([status, body.phone, body.user.email]).toEqual([200, '', '']);
  });

  test('gets from one address no more with a hundred accounts than with ten', async () => {
    let shown = 0;
    for (let index = 0; shown < ofAccounts && index < 20; index += 1) {
      shown += await collect(60, await rest.tokenOf(await aStudent(database.db, { emailVerifiedAt: NOW })));
    }
    expect(shown).toBe(ofAccounts);
    expect(await collect(20, await rest.tokenOf(await aStudent(database.db, { emailVerifiedAt: NOW })))).toBe(0);
  });
});
