import { eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { refreshListing } from '#db/listing.ts';
import * as schema from '#db/schema/index.ts';
import { EVERYWHERE, NO_CATEGORY } from '#db/schema/listing.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aCategory, anEntry, aReview, aSubject, aTopic, aTutor, HOUR, NOW, type Tutor } from '#tests/support/factories.ts';
import { findWrongListings } from '#tests/support/listings.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();

const listingsOf = (tutor: Tutor) => database.db.select().from(schema.tutorListings).where(eq(schema.tutorListings.tutorId, tutor.id));
const textsOf = (tutor: Tutor) => database.db.select().from(schema.tutorTexts).where(eq(schema.tutorTexts.tutorId, tutor.id));
const scopesOf = async (tutor: Tutor) => (await listingsOf(tutor)).map(({ scope }) => scope).sort();
const countOf = async (scope: string) =>
  (await database.db.select().from(schema.listingCounts).where(eq(schema.listingCounts.scope, scope)))[0]?.tutors ?? 0;
const everything = (subject: { id: string; categoryId: string | null }, ...topics: { id: string }[]) =>
  [EVERYWHERE, subject.categoryId ?? NO_CATEGORY, subject.id, ...topics.map(({ id }) => id)].sort();

describe('a listing', () => {
  test('is in the scope of everywhere, the category, the subject and each topic that a tutor teaches', async () => {
    const { db } = database;
    const subject = await aSubject(db);
    const [chosen, other, inactive] = [
      await aTopic(db, { subjectId: subject.id }),
      await aTopic(db, { subjectId: subject.id }),
      await aTopic(db, { subjectId: subject.id, isActive: false }),
    ];
    const tutor = await aTutor(db, { subjects: [{ subjectId: subject.id, topicIds: [chosen.id, inactive.id] }] });

    expect(await scopesOf(tutor)).toEqual(everything(subject, chosen));
    expect(await scopesOf(tutor)).not.toContain(other.id);
  });

  test('of a subject without a category is in the scope of the uncategorised', async () => {
    const subject = await aSubject(database.db, { categoryId: null });
    const tutor = await aTutor(database.db, { subjects: [{ subjectId: subject.id }] });
    expect(await scopesOf(tutor)).toEqual(everything(subject));
  });

  test('holds what search sorts and filters by', async () => {
    const { db } = database;
    const tutor = await aTutor(db, {
      user: { name: 'NIRMALA Perera' },
      gender: 'Female',
      isVerified: true,
      verificationStatus: 'approved',
      createdAt: NOW,
      experience: 3,
      subjects: [
        { modes: [{ type: 'online', rateCents: 250_000 }] },
        {
          modes: [
            { type: 'home-visit', rateCents: 120_050 },
            { type: 'group', rateCents: 50_000 },
            { type: 'online', rateCents: 100, enabled: false },
          ],
        },
      ],
    });
    await aReview(db, { booking: await aBooking(db, { tutor, status: 'completed' }), rating: 5 });
    const second = await aBooking(db, { tutor, status: 'completed', startTime: new Date(NOW.getTime() - HOUR) });
    await aReview(db, { booking: second, rating: 4 });

    for (const row of await listingsOf(tutor)) {
      expect(row).toMatchObject({
        rating: 450,
        totalReviews: 2,
        price: 120_050,
        experience: 3,
        nameKey: 'nirmala perera',
        profileCreatedAt: NOW,
        isFemale: true,
        isVerified: true,
      });
    }
  });

  test('says of a subject only what is offered in that subject', async () => {
    const { db } = database;
    const category = await aCategory(db);
    const [first, second] = [await aSubject(db, { categoryId: category.id }), await aSubject(db, { categoryId: category.id })];
    const tutor = await aTutor(db, {
      subjects: [
        { subjectId: first.id, modes: [{ type: 'online' }, { type: 'home-visit', rateCents: 0 }] },
        { subjectId: second.id, modes: [{ type: 'home-visit' }, { type: 'group' }, { type: 'online', enabled: false }] },
      ],
    });
    const flags = new Map((await listingsOf(tutor)).map((row) => [row.scope, [row.offersOnline, row.offersHomeVisit, row.offersGroup]]));
    expect(flags.get(first.id)).toEqual([true, false, false]);
    expect(flags.get(second.id)).toEqual([false, true, true]);
    expect(flags.get(category.id)).toEqual([true, true, true]);
    expect(flags.get(EVERYWHERE)).toEqual([true, true, true]);
  });

  // spec search.33 | D Search | Listed is who can be booked: active account, not rejected, an active subject with mode, rate and slot; on vacation
  //   and unverified too | src/db/listing.ts
  test.each<[string, Parameters<typeof aTutor>[1]]>([
    ['teaches nothing', { subjects: [] }],
    ['has no slot', { subjects: [{ slots: [] }] }],
    ['has no mode', { subjects: [{ modes: [] }] }],
    ['has no enabled mode', { subjects: [{ modes: [{ type: 'online', enabled: false }] }] }],
    ['has no rate above 0', { subjects: [{ modes: [{ type: 'online', rateCents: 0 }] }] }],
    ['teaches groups only', { subjects: [{ modes: [{ type: 'group' }] }] }],
    ['has slot and rate in different subjects', { subjects: [{ slots: [] }, { modes: [] }] }],
    ['is rejected', { verificationStatus: 'rejected' }],
    ['is suspended', { user: { status: 'suspended' } }],
  ])('is not there for a tutor who %s', async (_, overrides) => {
    const tutor = await aTutor(database.db, overrides);
    expect(await listingsOf(tutor)).toEqual([]);
    expect(await textsOf(tutor)).toEqual([]);
  });

  test('is there for a tutor on vacation and for one who was never verified', async () => {
    expect(await listingsOf(await aTutor(database.db, { vacationMode: true }))).not.toEqual([]);
    expect(await listingsOf(await aTutor(database.db, { verificationStatus: 'not_started' }))).not.toEqual([]);
  });

  test('goes with the last slot, and comes back with the next', async () => {
    const { db } = database;
    const tutor = await aTutor(db);
    const ownEntries = sql`tutor_subject_id in (select id from tutor_subjects where tutor_id = ${tutor.id})`;
    await db.delete(schema.tutorSlots).where(ownEntries);
    await refreshListing(db, [tutor.id]);
    expect(await listingsOf(tutor)).toEqual([]);
    expect(await countOf(tutor.subjectId)).toBe(0);

    const [entry] = tutor.entries;
    await db.insert(schema.tutorSlots).values({ tutorSubjectId: entry?.id ?? '', day: 'Friday', startMinute: 600, endMinute: 660 });
    await refreshListing(db, [tutor.id]);
    expect(await listingsOf(tutor)).not.toEqual([]);
    expect(await countOf(tutor.subjectId)).toBe(1);
  });

  test.each([
    [
      'the account is suspended',
      (db: Db, tutor: Tutor) => db.update(schema.users).set({ status: 'suspended' }).where(eq(schema.users.id, tutor.user.id)),
    ],
    [
      'the tutor is rejected',
      (db: Db, tutor: Tutor) => db.update(schema.tutorProfiles).set({ verificationStatus: 'rejected' }).where(eq(schema.tutorProfiles.id, tutor.id)),
    ],
    [
      'the only subject is deactivated',
      (db: Db, tutor: Tutor) => db.update(schema.subjects).set({ isActive: false }).where(eq(schema.subjects.id, tutor.subjectId)),
    ],
  ])('goes when %s', async (_, change) => {
    const { db } = database;
    const tutor = await aTutor(db);
    await change(db, tutor);
    await refreshListing(db, [tutor.id]);
    expect(await listingsOf(tutor)).toEqual([]);
    expect(await textsOf(tutor)).toEqual([]);
  });

  test('leaves a subject that is no longer taught and stays in the others', async () => {
    const { db } = database;
    const tutor = await aTutor(db, { subjects: [{}, {}] });
    const [removed, remaining] = tutor.entries;
    await db.delete(schema.tutorSubjects).where(eq(schema.tutorSubjects.id, removed?.id ?? ''));
    await refreshListing(db, [tutor.id]);
    const scopes = await scopesOf(tutor);
    expect(scopes).toContain(remaining?.subjectId);
    expect(scopes).not.toContain(removed?.subjectId);
    expect(await countOf(removed?.subjectId ?? '')).toBe(0);
  });
});

describe('refreshing a listing', () => {
  test('keeps the words to find a tutor by when only bookings and reviews have changed, and still has the new rating', async () => {
    const { db } = database;
    const tutor = await aTutor(db, { user: { name: 'Nirmala Perera' } });
    const [{ terms } = { terms: '' }] = await textsOf(tutor);
    const review = await aReview(db, { booking: await aBooking(db, { tutor, status: 'completed' }), rating: 5 });
    await db.update(schema.reviews).set({ rating: 4 }).where(eq(schema.reviews.id, review.id));
    await db.update(schema.users).set({ name: 'Kamala Silva' }).where(eq(schema.users.id, tutor.user.id));

    await refreshListing(db, [tutor.id], { onlyFigures: true });
    expect(await textsOf(tutor)).toEqual([expect.objectContaining({ terms, rating: 400, totalReviews: 1 })]);
    await refreshListing(db, [tutor.id]);
    expect((await textsOf(tutor))[0]?.terms).toContain('kamala');
    expect(await findWrongListings(database)).toEqual([]);
  });

  test('computes the words even then for a tutor who comes into the listings or leaves a subject', async () => {
    const { db } = database;
    const [tutor, other] = [await aTutor(db, { verificationStatus: 'rejected' }), await aTutor(db, { subjects: [{}, {}] })];
    const [{ terms } = { terms: '' }] = await textsOf(other);
    await db.update(schema.tutorProfiles).set({ verificationStatus: 'pending' }).where(eq(schema.tutorProfiles.id, tutor.id));
    await db.delete(schema.tutorSubjects).where(eq(schema.tutorSubjects.id, other.entries[0]?.id ?? ''));
    await refreshListing(db, [tutor.id, other.id], { onlyFigures: true });
    expect((await textsOf(tutor))[0]?.terms).toContain('n:tutor');
    expect((await textsOf(other))[0]?.terms).not.toBe(terms);
    expect(await findWrongListings(database)).toEqual([]);
  });

  test('writes nothing when nothing has changed', async () => {
    const tutor = await aTutor(database.db, { subjects: [{}, {}], experience: 2 });
    const versions = () => database.sql`
      select 'listing', scope::text, ctid::text, xmin::text, xmax::text from tutor_listings where tutor_id = ${tutor.id}
      union all select 'text', '', ctid::text, xmin::text, xmax::text from tutor_texts where tutor_id = ${tutor.id}
      union all select 'count', scope::text, ctid::text, xmin::text, xmax::text from listing_counts
      union all select 'profile', '', ctid::text, xmin::text, '' from tutor_profiles where id = ${tutor.id} order by 1, 2`;
    const before = await versions();
    await refreshListing(database.db, [tutor.id]);
    expect([...(await versions())]).toEqual([...before]);
  });

  test('takes as many statements for a hundred tutors as for one', async () => {
    const { db, statements } = createRecordingDb(database);
    const ids: string[] = [];
    for (let index = 0; index < 100; index += 1) ids.push((await aTutor(database.db)).id);
    await database.db.update(schema.tutorProfiles).set({ verificationStatus: 'rejected' }).where(inArray(schema.tutorProfiles.id, ids));

    await refreshListing(db, ids.slice(0, 1));
    const singleCount = statements.splice(0).length;
    await refreshListing(db, ids.slice(1));
    expect(statements.length).toBe(singleCount);
    expect(await findWrongListings(database)).toEqual([]);
  });

  test('of nobody does nothing', async () => {
    const { db, statements } = createRecordingDb(database);
    await refreshListing(db, []);
    expect(statements).toEqual([]);
  });

  test('leaves the right counters and listings after many changes at once', async () => {
    const { db } = database;
    const category = await aCategory(db);
    const subjects = await Promise.all([1, 2, 3, 4, 5, 6].map((index) => aSubject(db, { categoryId: index < 5 ? category.id : null })));
    const tutors = await Promise.all(subjects.map(({ id }) => aTutor(db, { subjects: [{ subjectId: id }] })));
    const save = (index: number) =>
      db.transaction(async (tx) => {
        const [tutor, subject] = [tutors[index % tutors.length], subjects[(index * 7 + Math.floor(index / 5)) % subjects.length]];
        if (!tutor || !subject) throw new Error('there are six of each');
        await tx.execute(sql`select from tutor_profiles where id = ${tutor.id} for no key update`);
        const removed = await tx.delete(schema.tutorSubjects).where(sql`tutor_id = ${tutor.id} and subject_id = ${subject.id}`).returning();
        if (removed.length === 0) await anEntry(tx, { tutorId: tutor.id, subjectId: subject.id });
        await refreshListing(tx, [tutor.id]);
      });
    await Promise.all(Array.from({ length: 120 }, (_, index) => save(index)));
    expect(await findWrongListings(database)).toEqual([]);
  });

  test('of two overlapping groups at once never deadlocks', async () => {
    const { db } = database;
    const tutors = await Promise.all(Array.from({ length: 12 }, () => aTutor(db)));
    const ids = tutors.map(({ id }) => id);
    await db.update(schema.tutorProfiles).set({ gender: 'Female' });
    const refresh = (group: string[]) => db.transaction((tx) => refreshListing(tx, group));
    await Promise.all(Array.from({ length: 20 }, (_, index) => refresh(index % 2 === 0 ? ids.slice(0, 9) : ids.slice(3).reverse())));
    expect(await findWrongListings(database)).toEqual([]);
  });
});
