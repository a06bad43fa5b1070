import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { withLocks } from '#db/locks.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor } from '#tests/support/factories.ts';
import { createRecordingDb, type Statement } from '#tests/support/statements.ts';

const database = useDatabase();

const ID = '00000000-0000-4000-8000-000000000000';

function listLocks(statements: readonly Statement[]): string[] {
  return statements.map(({ text, params }) => {
    const [, table, strength] = text.match(/from "(\w+)".* for ([a-z ]+)$/s) ?? [];
    return table ? `${table}: ${strength}` : `advisory: ${params[0]}`;
  });
}

describe('withLocks', () => {
  test('locks in one order, whatever the order in which rows are named', async () => {
    const { db, statements } = createRecordingDb(database);
    await db.transaction((tx) =>
      withLocks(tx, {
        announcing: true,
        threads: { update: [ID] },
        listingCounts: { update: [ID] },
        bookings: { update: [ID] },
        uploads: { update: [ID] },
        topics: { update: [ID] },
        subjects: { keyShare: [ID] },
        categories: { update: [ID] },
        backlog: { update: [ID] },
        tutors: { noKeyUpdate: [ID] },
        users: { share: [ID] },
        leaving: true,
      }),
    );
    const locking = statements.filter(({ text }) => !/^(begin|commit|rollback)/.test(text));
    expect(listLocks(locking)).toEqual([
      'advisory: leaving',
      'users: share',
      'tutor_profiles: no key update',
      'listing_backlog: update skip locked',
      'subject_categories: update',
      'subjects: key share',
      'topics: update',
      'uploads: update',
      'bookings: update',
      'listing_counts: update',
      'message_threads: update',
      'advisory: announcements',
    ]);
  });

  test('locks rows of one table in the order of their keys, in several strengths too', async () => {
    const { db, statements } = createRecordingDb(database);
    const ids = ['c', 'a', 'b'].map((letter) => ID.replace(/.$/, letter));
    const [c = '', a = '', b = ''] = ids;
    await db.transaction((tx) => withLocks(tx, { users: { update: [b], keyShare: [c, a] } }));
    const locking = statements.filter(({ text }) => text.includes(' for '));
    expect(locking.map(({ text, params }) => `${text.match(/ for ([a-z ]+)$/)?.[1]} ${params}`)).toEqual([
      `key share ${a}`,
      `update ${b}`,
      `key share ${c}`,
    ]);
    const tutors = [await aTutor(database.db), await aTutor(database.db), await aTutor(database.db)].map(({ id }) => id);
    const locked = await database.db.transaction((tx) => withLocks(tx, { tutors: { update: tutors.toReversed() } }));
    expect(locked.tutors.map(({ id }) => id)).toEqual(tutors.toSorted());
  });

  test('reads the rows it has locked, and none where the condition is absent', async () => {
    const { db } = database;
    const student = await aStudent(db);
    const tutor = await aTutor(db);
    const booking = await aBooking(db, { student, tutor });
    const locked = await db.transaction((tx) =>
      withLocks(tx, {
        bookings: { update: [booking.id] },
        tutors: { noKeyUpdate: eq(tutorProfiles.id, tutor.id) },
        users: { noKeyUpdate: [student.id], keyShare: undefined },
        subjects: { update: undefined },
      }),
    );
    expect(locked).toMatchObject({ users: [{ id: student.id }], tutors: [{ id: tutor.id }], bookings: [{ id: booking.id }], subjects: [] });
  });
});
