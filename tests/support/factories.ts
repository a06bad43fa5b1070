import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { type Executor, only } from '#db/executor.ts';
import { refreshListing } from '#db/listing.ts';
import * as schema from '#db/schema/index.ts';
import type { TeachingModeType } from '#shared/vocabulary/people.ts';
import type { Weekday } from '#shared/vocabulary/weekdays.ts';

/** Monday, 2 March 2026, 10:00 in Colombo. */
export const NOW = new Date('2026-03-02T04:30:00.000Z');
/** A week later, 09:00 in Colombo: inside the slot that tutors have here. */
export const NEXT_MONDAY_NINE = new Date('2026-03-09T03:30:00.000Z');
export const HOUR = 3_600_000;

type New<T extends { $inferInsert: unknown }> = Partial<T['$inferInsert']>;
export type User = typeof schema.users.$inferSelect;
export type Booking = typeof schema.bookings.$inferSelect;

export const unique = (label: string): string => `${label} ${randomBytes(5).toString('hex')}`;
export const uniqueEmail = (name = 'person'): string => `${name}.${randomBytes(5).toString('hex')}@example.com`;

export async function aUser(db: Executor, overrides: New<typeof schema.users> = {}): Promise<User> {
  const name = unique('Person');
  const email = `${name.replace(' ', '.').toLowerCase()}@example.com`;
  return only(
    await db
      .insert(schema.users)
      .values({ name, email, role: 'student', ...overrides })
      .returning(),
  );
}

export function aStudent(db: Executor, overrides: New<typeof schema.users> = {}): Promise<User> {
  return aUser(db, { name: unique('Student'), role: 'student', phone: '0771234567', ...overrides });
}

export function anAdmin(db: Executor, overrides: New<typeof schema.users> = {}): Promise<User> {
  return aUser(db, { name: unique('Admin'), role: 'admin', emailVerifiedAt: NOW, ...overrides });
}

/** Stored only where a test needs it. */
export const sessionIdFor = ({ id }: { id: string }): string => `a session of the test for ${id}`;

export async function signedIn<P extends { id: string }>(db: Executor, person: P): Promise<P> {
  await db
    .update(schema.users)
    .set({ emailVerifiedAt: NOW })
    .where(and(eq(schema.users.id, person.id), isNull(schema.users.emailVerifiedAt)));
  return withSession(db, person);
}

export async function withSession<P extends { id: string }>(db: Executor, person: P): Promise<P> {
  await db
    .insert(schema.sessions)
    .values({ id: sessionIdFor(person), userId: person.id, expiresAt: FAR_FUTURE, lifetimeHours: 24, confirmedAt: FAR_FUTURE })
    .onConflictDoNothing();
  return person;
}

/** Tests move their clocks by days, so the confirmation must not expire. */
const FAR_FUTURE = new Date('2030-01-01T00:00:00.000Z');

/** Signs in nowhere, but has the second factor that admins need. */
export async function aPasskey(db: Executor, user: { id: string }, overrides: New<typeof schema.passkeys> = {}) {
  const credentialId = unique('credential').replace(' ', '-');
  return only(
    await db
      .insert(schema.passkeys)
      .values({ userId: user.id, name: 'My phone', credentialId, publicKey: 'AA', counter: 0, ...overrides })
      .returning(),
  );
}

export async function aCategory(db: Executor, overrides: New<typeof schema.subjectCategories> = {}) {
  return only(
    await db
      .insert(schema.subjectCategories)
      .values({ name: unique('Category'), ...overrides })
      .returning(),
  );
}

export async function aSubject(db: Executor, overrides: New<typeof schema.subjects> = {}) {
  const categoryId = overrides.categoryId === undefined ? (await aCategory(db)).id : overrides.categoryId;
  return only(
    await db
      .insert(schema.subjects)
      .values({ name: unique('Subject'), ...overrides, categoryId })
      .returning(),
  );
}

export async function aTopic(db: Executor, overrides: New<typeof schema.topics> = {}) {
  const subjectId = overrides.subjectId ?? (await aSubject(db)).id;
  return only(
    await db
      .insert(schema.topics)
      .values({ name: unique('Topic'), ...overrides, subjectId })
      .returning(),
  );
}

export type ModeOf = { type: TeachingModeType; enabled?: boolean; rateCents?: number };
export type SlotOf = { day: Weekday; startMinute: number; endMinute: number };
export type EntryOf = { subjectId?: string; topicIds?: readonly string[]; modes?: readonly ModeOf[]; slots?: readonly SlotOf[] };

export type TutorOverrides = New<typeof schema.tutorProfiles> & {
  user?: New<typeof schema.users>;
  subjects?: readonly EntryOf[];
  experience?: number;
};

const ONLINE: ModeOf = { type: 'online', rateCents: 150_000 };
const MONDAY: SlotOf = { day: 'Monday', startMinute: 540, endMinute: 1020 };

export async function aTutor(db: Executor, { user: userOverrides, subjects = [{}], experience = 0, ...profile }: TutorOverrides = {}) {
  const user = await aUser(db, { name: unique('Tutor'), role: 'tutor', phone: '0712345678', ...userOverrides });
  const { id } = only(
    await db
      .insert(schema.tutorProfiles)
      .values({ bio: 'Teaches.', availableLocations: 'Colombo', teachingMediums: ['english'], ...profile, userId: user.id })
      .returning(),
  );
  const entries: (typeof schema.tutorSubjects.$inferSelect)[] = [];
  for (const [position, entry] of subjects.entries()) entries.push(await anEntry(db, { tutorId: id, position, ...entry }));
  const jobs = Array.from({ length: experience }, (_, position) => ({ tutorId: id, position, ...JOB }));
  if (jobs.length > 0) await db.insert(schema.tutorExperience).values(jobs);
  await refreshListing(db, [id]);
  const stored = only(await db.select().from(schema.tutorProfiles).where(eq(schema.tutorProfiles.id, id)));
  return { id, user, profile: stored, entries, subjectId: entries[0]?.subjectId ?? '' };
}
export type Tutor = Awaited<ReturnType<typeof aTutor>>;

const JOB = { title: 'Teacher', company: 'Royal College', duration: '2020 - 2023', description: 'Taught.' };

export async function anEntry(
  db: Executor,
  { tutorId, position = 0, subjectId, topicIds = [], modes = [ONLINE], slots = [MONDAY] }: EntryOf & { tutorId: string; position?: number },
) {
  const entry = only(
    await db
      .insert(schema.tutorSubjects)
      .values({ tutorId, position, subjectId: subjectId ?? (await aSubject(db)).id })
      .returning(),
  );
  const of = { tutorSubjectId: entry.id };
  if (topicIds.length > 0) await db.insert(schema.tutorSubjectTopics).values(topicIds.map((topicId, position) => ({ ...of, topicId, position })));
  if (modes.length > 0) await db.insert(schema.tutorModes).values(modes.map((mode) => ({ ...of, enabled: true, rateCents: 100_000, ...mode })));
  if (slots.length > 0) await db.insert(schema.tutorSlots).values(slots.map((slot) => ({ ...of, ...slot })));
  return entry;
}

export type BookingOverrides = New<typeof schema.bookings> & { student?: User; tutor?: Tutor; topics?: readonly { id: string; name: string }[] };

export async function aBooking(db: Executor, { student, tutor, topics = [], ...overrides }: BookingOverrides = {}): Promise<Booking> {
  const of = overrides.tutorId === undefined ? (tutor ?? (await aTutor(db))) : undefined;
  const subjectId = overrides.subjectId ?? of?.subjectId;
  const startTime = overrides.startTime ?? NEXT_MONDAY_NINE;
  const booking = only(
    await db
      .insert(schema.bookings)
      .values({
        tutorId: of?.id,
        tutorUserId: of?.user.id,
        subjectId,
        subjectName: await subjectName(db, subjectId),
        startTime,
        endTime: new Date(startTime.getTime() + HOUR),
        learningMethod: 'online',
        amountCents: 150_000,
        contactNumber: '0771234567',
        cancelledBy: overrides.status === 'cancelled' ? 'student' : null,
        ...(overrides.status === 'cancelled' && { refundCents: overrides.amountCents ?? 150_000, retainedCents: 0, platformFeeCents: 0 }),
        ...overrides,
        studentId: overrides.studentId === undefined ? (student ?? (await aStudent(db))).id : overrides.studentId,
      })
      .returning(),
  );
  const chosen = topics.map(({ id, name }, position) => ({ bookingId: booking.id, position, topicId: id, name }));
  if (chosen.length > 0) await db.insert(schema.bookingTopics).values(chosen);
  if (booking.tutorId) await refreshListing(db, [booking.tutorId]);
  return booking;
}

export async function aProposal(db: Executor, { booking, ...overrides }: New<typeof schema.bookingProposals> & { booking: Booking }) {
  const startTime = overrides.startTime ?? new Date(booking.startTime.getTime() + 3 * HOUR);
  const values = {
    bookingId: booking.id,
    proposedBy: 'tutor' as const,
    startTime,
    endTime: new Date(startTime.getTime() + booking.endTime.getTime() - booking.startTime.getTime()),
    fromStart: booking.startTime,
    lapsesAt: new Date(NOW.getTime() + 24 * HOUR),
    settledAt: overrides.state && overrides.state !== 'open' ? NOW : null,
    createdAt: NOW,
  };
  return only(
    await db
      .insert(schema.bookingProposals)
      .values({ ...values, ...overrides })
      .returning(),
  );
}

export async function aReview(db: Executor, { booking, ...overrides }: New<typeof schema.reviews> & { booking?: Booking } = {}) {
  const of = booking ?? (await aBooking(db, { status: 'completed', startTime: new Date(NOW.getTime() - 24 * HOUR) }));
  if (!of.tutorUserId) throw new Error('a review needs a booking with a tutor');
  const values = { bookingId: of.id, studentId: of.studentId, tutorUserId: of.tutorUserId, rating: 5, review: 'A patient teacher.', ...overrides };
  const review = only(await db.insert(schema.reviews).values(values).returning());
  if (of.tutorId) await refreshListing(db, [of.tutorId]);
  return review;
}

export async function aThread(db: Executor, { student, tutor }: { student: User; tutor: Tutor }) {
  const values = { studentId: student.id, tutorUserId: tutor.user.id, lastActivityAt: NOW, createdAt: NOW };
  return only(await db.insert(schema.messageThreads).values(values).returning());
}

export async function aBlog(db: Executor, { tutor, ...overrides }: New<typeof schema.blogs> & { tutor?: Tutor } = {}) {
  const tutorId = overrides.tutorId ?? (tutor ?? (await aTutor(db))).id;
  const values = { title: unique('Post'), content: '<p>Words to read.</p>', status: 'published' as const, createdAt: NOW, updatedAt: NOW };
  return only(
    await db
      .insert(schema.blogs)
      .values({ ...values, ...overrides, tutorId })
      .returning(),
  );
}

async function subjectName(db: Executor, subjectId: string | null | undefined): Promise<string> {
  if (!subjectId) return 'Mathematics';
  const [subject] = await db.select({ name: schema.subjects.name }).from(schema.subjects).where(eq(schema.subjects.id, subjectId));
  return subject?.name ?? 'Mathematics';
}
