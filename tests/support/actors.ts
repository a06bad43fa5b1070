import type { Db } from '#db/client.ts';
import { type Executor, only } from '#db/executor.ts';
import * as schema from '#db/schema/index.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import {
  aBlog,
  aBooking,
  aCategory,
  anAdmin,
  aPasskey,
  aProposal,
  aReview,
  aStudent,
  aSubject,
  aThread,
  aTopic,
  aTutor,
  HOUR,
  NEXT_MONDAY_NINE,
  NOW,
  signedIn,
  type User,
} from './factories.ts';

/** Everybody whose rights differ. */
export const ACTORS = ['visitor', 'student', 'other student', 'tutor', 'other tutor', 'admin', 'suspended'] as const;
export type ActorName = (typeof ACTORS)[number];

export const PASSWORD = 'correct horse';

export type Actors = Awaited<ReturnType<typeof createActors>>;

export async function createActors(db: Db) {
  const passwordHash = await createPasswords().hash(PASSWORD);
  const student = await aStudent(db, { passwordHash });
  const otherStudent = await aStudent(db, { passwordHash });
  const tutor = await aTutor(db, { user: { passwordHash } });
  const otherTutor = await aTutor(db, { user: { passwordHash } });
  const admin = await anAdmin(db, { passwordHash });
  const suspended = await aStudent(db, { passwordHash, status: 'suspended' });
  const people: Record<ActorName, User | null> = {
    visitor: null,
    student,
    'other student': otherStudent,
    tutor: tutor.user,
    'other tutor': otherTutor.user,
    admin,
    suspended,
  };
  for (const person of Object.values(people)) if (person) await signedIn(db, person);
  // More than one, so that an admin may leave.
  await anAdmin(db);

  const party = { student, tutor } as const;
  const pending = await aBooking(db, party);
  const confirmed = await aBooking(db, { ...party, status: 'confirmed', startTime: at(24) });
  const completed = await aBooking(db, { ...party, status: 'completed', startTime: new Date(NOW.getTime() - 48 * HOUR) });
  const reviewable = await aBooking(db, { ...party, status: 'completed', startTime: new Date(NOW.getTime() - 72 * HOUR) });
  const proposal = await aProposal(db, { booking: confirmed });
  const review = await aReview(db, { booking: completed });
  const thread = await aThread(db, party);
  const message = await insertRow(db, schema.messages, {
    threadId: thread.id,
    sentBy: 'tutor',
    clientId: '0190a000-0000-7000-8000-00000000aaaa',
    text: 'Good morning.',
    createdAt: NOW,
  });
  const draft = await aBlog(db, { tutor, status: 'draft' });
  const post = await aBlog(db, { tutor });
  const notification = await insertRow(db, schema.notifications, {
    userId: student.id,
    kind: 'custom',
    type: 'info',
    category: 'general',
    title: 'News',
    message: 'Words',
  });
  const session = await insertRow(db, schema.sessions, { id: 'b'.repeat(64), userId: student.id, expiresAt: at(24), lifetimeHours: 12 });
  const passkey = await aPasskey(db, student);
  const apiKey = await insertRow(db, schema.apiKeys, {
    userId: student.id,
    name: 'A program',
    scope: 'read',
    tokenHash: 'c'.repeat(64),
    hint: 'abcd',
  });
  const savedSearch = await insertRow(db, schema.savedSearches, {
    userId: student.id,
    filters: { search: 'kandy' },
    key: 'd'.repeat(64),
    nextCheckAt: NOW,
  });
  const webhook = await insertRow(db, schema.webhookEndpoints, {
    userId: tutor.user.id,
    url: 'https://hooks.example.com/of-the-tutor',
    events: ['booking.created'],
    sealedSecret: 'sealed',
  });
  const delivery = await insertRow(db, schema.webhookDeliveries, {
    endpointId: webhook.id,
    event: 'booking.created',
    body: '{}',
    state: 'delivered',
  });
  const upload = await insertRow(db, schema.uploads, {
    ownerId: tutor.user.id,
    purpose: 'document',
    path: 'document/a.png',
    contentType: 'image/png',
    bytes: 1,
  });
  await db.insert(schema.tutorDocuments).values({ tutorId: tutor.id, uploadId: upload.id, position: 0 });
  const dayOff = await insertRow(db, schema.tutorDaysOff, { tutorId: tutor.id, fromDate: '2026-04-01', toDate: '2026-04-02' });
  const category = await aCategory(db);
  const subject = await aSubject(db, { categoryId: category.id });
  const topic = await aTopic(db, { subjectId: subject.id });
  const problem = await insertRow(db, schema.sessionProblems, {
    bookingId: completed.id,
    reportedBy: 'student',
    kind: 'quality',
    text: 'It was much too short.',
  });
  const report = await insertRow(db, schema.reports, {
    reporterId: tutor.user.id,
    about: 'review',
    reviewId: review.id,
    bookingId: completed.id,
    aboutUserId: student.id,
    snapshot: review.review,
    reason: 'false',
  });
  const messageReport = await insertRow(db, schema.reports, {
    reporterId: student.id,
    about: 'message',
    messageId: message.id,
    aboutUserId: tutor.user.id,
    snapshot: message.text,
    reason: 'spam',
  });
  const announcement = await insertRow(db, schema.announcements, { number: 1, type: 'broadcast', title: 'News', message: 'Words', createdAt: NOW });
  const deadJob = await insertRow(db, schema.jobs, { kind: 'mail.send', dueAt: NOW, deadAt: NOW, createdAt: NOW });
  const rows = {
    pending,
    confirmed,
    completed,
    reviewable,
    proposal,
    review,
    thread,
    message,
    draft,
    post,
    notification,
    session,
    apiKey,
    savedSearch,
    passkey,
    webhook,
    delivery,
    upload,
    dayOff,
    deadJob,
  };
  return { people, student, otherStudent, tutor, otherTutor, admin, ...rows, category, subject, topic, problem, report, messageReport, announcement };
}

const at = (hours: number) => new Date(NEXT_MONDAY_NINE.getTime() + hours * HOUR);

type Table = Parameters<Executor['insert']>[0];

async function insertRow<T extends Table>(db: Executor, table: T, values: T['$inferInsert']): Promise<T['$inferSelect']> {
  return only(await db.insert(table).values(values).returning()) as T['$inferSelect'];
}

class RolledBack extends Error {}

export async function runAndRollBack(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  await db
    .transaction(async (tx) => {
      await work(tx as unknown as Db);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
}
