import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { addToBacklog, tutorsWith } from '#db/listing-backlog.ts';
import { bookings } from '#db/schema/bookings.ts';
import { jobs } from '#db/schema/jobs.ts';
import { listingBacklog, tutorListings } from '#db/schema/listing.ts';
import { tutorSubjects, tutorSubjectTopics } from '#db/schema/tutors.ts';
import { refreshListings } from '#server/features/tutors/listing.jobs.ts';
import { LISTING_REFRESH } from '#shared/vocabulary/limits.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import {
  aBooking,
  aCategory,
  anAdmin,
  aReview,
  aStudent,
  aSubject,
  aTopic,
  aTutor,
  HOUR,
  NEXT_MONDAY_NINE,
  NOW,
  type Tutor,
  type User,
  unique,
} from '#tests/support/factories.ts';
import { findWrongListings } from '#tests/support/listings.ts';
import { countDeadlocks, countLockWaits, runUntilCommit } from '#tests/support/races.ts';

const database = useDatabase();
let admin: User;
beforeAll(async () => {
  admin = await anAdmin(database.db);
});
beforeEach(async () => {
  await database.db.delete(jobs);
});

const catalogue = () => callerAs(database, admin).catalogue;
const visitor = () => callerAs(database, null);
const refresh = (now: () => Date = () => NOW) => refreshListings(contextAs(database, null, { now }), {});
const planned = async () => (await database.db.select().from(jobs).where(eq(jobs.kind, 'listing.refresh'))).map(({ key, dueAt }) => ({ key, dueAt }));
const waitingTutors = async () => (await database.db.select().from(listingBacklog)).map(({ tutorId }) => tutorId).sort();
const findTutors = async (filters: { search?: string; subject?: string; topic?: string; category?: string }) =>
  (await visitor().tutors.search(filters)).tutors.map(({ id }) => id);

async function aTaughtTopic() {
  const category = await aCategory(database.db);
  const subject = await aSubject(database.db, { categoryId: category.id });
  const topic = await aTopic(database.db, { subjectId: subject.id });
  const tutor = await aTutor(database.db, { subjects: [{ subjectId: subject.id, topicIds: [topic.id] }] });
  return { category, subject, topic, tutor };
}
type Taught = Awaited<ReturnType<typeof aTaughtTopic>>;

// spec manage-catalogue.13 | D Search, R §4.3 | Listings that the catalogue makes untrue are made anew by a job, some at a time |
//   src/server/features/tutors/listing.jobs.ts
describe('what the catalogue makes untrue of listings', () => {
  const name = unique('Renamed').replace(' ', '');
  const changes: [string, (taught: Taught) => Promise<unknown>, (taught: Taught) => Promise<string[]>, boolean][] = [
    [
      'a new name of a subject',
      ({ subject }) => catalogue().updateSubject({ id: subject.id, name: `${name}a` }),
      () => findTutors({ search: `${name}a` }),
      true,
    ],
    [
      'a new name of a topic',
      ({ topic }) => catalogue().updateTopic({ id: topic.id, name: `${name}b` }),
      () => findTutors({ search: `${name}b` }),
      true,
    ],
    [
      'a subject that is switched off',
      ({ subject }) => catalogue().setSubjectActive({ id: subject.id }),
      ({ subject }) => findTutors({ subject: subject.id }),
      false,
    ],
    [
      'a topic that is switched off',
      ({ topic }) => catalogue().setTopicActive({ id: topic.id }),
      ({ topic }) => findTutors({ topic: topic.id }),
      false,
    ],
    [
      'a subject that goes into another category',
      async ({ subject }) => catalogue().updateSubject({ id: subject.id, category: (await aCategory(database.db)).id }),
      ({ category }) => findTutors({ category: category.id }),
      false,
    ],
    [
      'a category that goes',
      ({ category }) => catalogue().deleteCategory({ id: category.id }),
      () => findTutors({ category: 'uncategorized' }),
      true,
    ],
    ['a topic that goes', ({ topic }) => catalogue().deleteTopic({ id: topic.id }), ({ topic }) => findTutors({ search: topic.name }), false],
    [
      'a subject that goes',
      ({ subject }) => catalogue().deleteSubject({ id: subject.id }),
      ({ subject }) => findTutors({ search: subject.name }),
      false,
    ],
  ];

  test.each(changes)('%s is made true by a job', async (_, change, search, isListed) => {
    const taught = await aTaughtTopic();
    await change(taught);
    expect(await waitingTutors()).toEqual([taught.tutor.id]);
    expect(await planned()).toEqual([{ key: null, dueAt: NOW }]);
    await refresh();
    expect(await waitingTutors()).toEqual([]);
    expect((await search(taught)).includes(taught.tutor.id)).toBe(isListed);
    expect(await findWrongListings(database)).toEqual([]);
  });

  test('nothing is when only a description, or nothing at all, is another', async () => {
    const { subject, topic, category } = await aTaughtTopic();
    await catalogue().updateSubject({ id: subject.id, description: 'Another', name: subject.name, isActive: true, category: category.id });
    await catalogue().updateTopic({ id: topic.id, description: 'Another', subject: subject.id });
    await catalogue().updateCategory({ id: category.id, name: unique('Another') });
    expect(await waitingTutors()).toEqual([]);
    expect(await planned()).toEqual([]);
  });

  test('nothing is when the change is refused', async () => {
    const { subject } = await aTaughtTopic();
    const other = await aSubject(database.db);
    await expect(catalogue().updateSubject({ id: subject.id, name: other.name })).rejects.toThrow('A subject with this name already exists');
    expect(await waitingTutors()).toEqual([]);
  });
});

// spec manage-catalogue.13
describe('the job', () => {
  test('takes them some at a time, stops in time, and leaves the rest to another', async () => {
    const { subject, tutor } = await aTaughtTopic();
    await database.sql`
      insert into users (id, name, email, role) select gen_random_uuid(), 'Tutor ' || nth, nth || '@crowd.test', 'tutor' from generate_series(1, ${LISTING_REFRESH.batch}) nth`;
    await database.sql`insert into tutor_profiles (id, user_id) select gen_random_uuid(), id from users where email like '%@crowd.test'`;
    await database.sql`
      insert into tutor_subjects (id, tutor_id, subject_id, position)
      select gen_random_uuid(), profile.id, ${subject.id}, 0 from tutor_profiles profile join users on users.id = user_id where email like '%@crowd.test'`;
    await catalogue().updateSubject({ id: subject.id, name: unique('Crowded') });
    expect(await waitingTutors()).toHaveLength(LISTING_REFRESH.batch + 1);
    await database.db.delete(jobs);
    let runs = 0;
    await refresh(() => new Date(NOW.getTime() + (runs++ === 0 ? 0 : LISTING_REFRESH.runsMs)));
    expect(await waitingTutors()).toHaveLength(1);
    expect(await planned()).toHaveLength(1);
    await refresh();
    expect(await waitingTutors()).toEqual([]);
    expect(await findTutors({ subject: subject.id })).toEqual([tutor.id]);
  });

  test('leaves what a change is just writing down to that change, and looks again', async () => {
    const { subject, tutor } = await aTaughtTopic();
    await catalogue().updateSubject({ id: subject.id, name: unique('First') });
    await database.db.delete(jobs);
    const { caller, isDone, commit } = runUntilCommit(database, admin);
    const name = unique('Second');
    const changing = caller.catalogue.updateSubject({ id: subject.id, name });
    await isDone;
    await refresh();
    expect(await planned()).toEqual([{ key: null, dueAt: new Date(NOW.getTime() + LISTING_REFRESH.pauseMs) }]);
    commit();
    await changing;
    expect(await waitingTutors()).toEqual([tutor.id]);
    await refresh();
    expect(await findTutors({ search: name })).toEqual([tutor.id]);
  });
});

// spec manage-catalogue.13
describe('a change and a tutor who is just choosing', () => {
  test('waits for the tutor, and makes that listing true as well', async () => {
    const subject = await aSubject(database.db);
    const tutor = await aTutor(database.db);
    const { caller, isDone, commit } = runUntilCommit(database, tutor.user);
    const adding = caller.tutors.addSubject({ subject: subject.id });
    await isDone;
    const name = unique('Later');
    const changing = catalogue().updateSubject({ id: subject.id, name });
    await expect.poll(() => countLockWaits(database)).toBe(1);
    commit();
    await Promise.all([adding, changing]);
    expect(await waitingTutors()).toEqual([tutor.id]);
    await refresh();
    expect(await findTutors({ search: name })).toEqual([tutor.id]);
  });

  // spec manage-catalogue.16
  test('a topic that is chosen in the instant of going to another subject is chosen nowhere', async () => {
    const { subject, topic, tutor } = await aTaughtTopic();
    const moved = await aTopic(database.db, { subjectId: subject.id });
    const other = await aSubject(database.db);
    const { caller, isDone, commit } = runUntilCommit(database, admin);
    const moving = caller.catalogue.updateTopic({ id: moved.id, subject: other.id });
    await isDone;
    const choosing = callerAs(database, tutor.user).tutors.updateSubject({ subjectId: subject.id, selectedTopics: [moved.id, topic.id] });
    await expect.poll(() => countLockWaits(database)).toBe(1);
    commit();
    await Promise.all([moving, choosing]);
    expect((await choosing).selectedTopics).toMatchObject([{ id: topic.id }]);
    expect(await database.db.select().from(tutorSubjectTopics).where(eq(tutorSubjectTopics.topicId, moved.id))).toEqual([]);
    await refresh();
    expect(await findWrongListings(database)).toEqual([]);
  });

  test('a profile that is saved and a topic that is renamed do not wait for each other in a circle', async () => {
    const { subject, topic, tutor } = await aTaughtTopic();
    const second = await aTopic(database.db, { subjectId: subject.id });
    const before = await countDeadlocks(database);
    const own = callerAs(database, tutor.user).tutors;
    const save = (selectedTopics: string[]) => own.updateSubject({ subjectId: subject.id, selectedTopics });
    for (let index = 0; index < 5; index += 1) {
      await Promise.all([
        save(index % 2 ? [topic.id, second.id] : [second.id, topic.id]),
        catalogue().updateTopic({ id: topic.id, name: unique('Waves') }),
        catalogue().setTopicActive({ id: second.id, isActive: index % 2 === 1 }),
        refresh(),
      ]);
    }
    await refresh();
    expect(await countDeadlocks(database)).toBe(before);
    expect(await waitingTutors()).toEqual([]);
    expect(await findWrongListings(database)).toEqual([]);
  });
});

describe('a subject that is switched off', () => {
  // spec manage-catalogue.14 | D Search, R §4.3 16 | A deactivated subject stays with its tutors and vanishes at once for everybody else, booking
  //   included | src/server/features/catalogue/subjects.commands.ts
  test('stays in the editor of its tutors, and vanishes at once for everybody else', async () => {
    const { subject, tutor } = await aTaughtTopic();
    const student = await aStudent(database.db);
    const request = {
      tutorId: tutor.id,
      subjectId: subject.id,
      startTime: NEXT_MONDAY_NINE,
      endTime: new Date(NEXT_MONDAY_NINE.getTime() + HOUR),
      contactNumber: '0771234567',
    };
    await catalogue().setSubjectActive({ id: subject.id, isActive: false });
    await expect(callerAs(database, student).bookings.request(request)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Selected subject not found',
    });
    const own = await callerAs(database, tutor.user).tutors.own();
    expect(own.subjects.map((entry) => entry.subject.id)).toEqual([subject.id]);
    expect((await visitor().tutors.byId({ id: tutor.id })).subjects).toEqual([]);
    expect((await visitor().tutors.availability({ id: tutor.id })).availability).toEqual([]);
    expect(await catalogue().subjectTutorCount({ id: subject.id })).toEqual({ tutorCount: 0 });
    await refresh();
    expect(await findTutors({ search: tutor.user.name })).toEqual([]);

    await catalogue().setSubjectActive({ id: subject.id });
    await refresh();
    expect(await findTutors({ search: tutor.user.name })).toEqual([tutor.id]);
    expect((await callerAs(database, student).bookings.request(request)).status).toBe('pending');
  });
});

describe('what is deleted or moved', () => {
  const entriesOf = (tutor: Tutor) => database.db.select().from(tutorSubjects).where(eq(tutorSubjects.tutorId, tutor.id));

  // spec manage-catalogue.15 | D Catalogue, R §4.3 17 | A deleted subject takes its topics and entries with it; bookings and reviews keep its name |
  //   src/server/features/catalogue/subjects.commands.ts
  test('a subject takes its topics and entries with it; bookings and reviews keep the name', async () => {
    const { subject, topic, tutor } = await aTaughtTopic();
    const booking = await aBooking(database.db, {
      tutor,
      subjectId: subject.id,
      subjectName: subject.name,
      topics: [topic],
      status: 'completed',
      startTime: new Date(NOW.getTime() - 50 * HOUR),
    });
    await aReview(database.db, { booking });
    expect(await catalogue().dependants({ of: 'subject', id: subject.id })).toEqual({ subjects: 0, topics: 1, tutors: 1 });
    await catalogue().deleteSubject({ id: subject.id });
    expect(await entriesOf(tutor)).toEqual([]);
    expect(await catalogue().topicsOfSubject({ subjectId: subject.id })).toEqual([]);
    const shown = await callerAs(database, tutor.user).bookings.byId({ id: booking.id });
    expect(shown).toMatchObject({ subject: { name: subject.name }, selectedTopics: [{ name: topic.name }] });
    expect(only(await database.db.select().from(bookings).where(eq(bookings.id, booking.id))).subjectId).toBeNull();
    const { reviews } = await visitor().reviews.ofTutor({ tutorId: tutor.id });
    expect(reviews).toMatchObject([{ subject: { name: subject.name } }]);
  });

  // spec manage-catalogue.16 | R §4.3 26 | A topic that goes to another subject leaves the selections |
  //   src/server/features/tutors/tutors.projector.ts
  test('a topic that goes to another subject leaves the selections', async () => {
    const { topic, subject, tutor } = await aTaughtTopic();
    const other = await aSubject(database.db);
    expect(await catalogue().dependants({ of: 'topic', id: topic.id })).toEqual({ subjects: 0, topics: 0, tutors: 1 });
    await catalogue().updateTopic({ id: topic.id, subject: other.id });
    expect(await database.db.select().from(tutorSubjectTopics).where(eq(tutorSubjectTopics.topicId, topic.id))).toEqual([]);
    const own = await callerAs(database, tutor.user).tutors.own();
    expect(own.subjects).toMatchObject([{ subject: { id: subject.id }, selectedTopics: [] }]);
    await refresh();
    expect(await database.db.select().from(tutorListings).where(eq(tutorListings.scope, topic.id))).toEqual([]);
    expect(await findWrongListings(database)).toEqual([]);
  });
});

test('tutors are counted who are listed', async () => {
  const { subject, topic } = await aTaughtTopic();
  await aTutor(database.db, { subjects: [{ subjectId: subject.id, modes: [] }] });
  const idle = await aTopic(database.db, { subjectId: subject.id, isActive: false });
  expect((await visitor().catalogue.subjectTutorCounts()).filter(({ subjectId }) => subjectId === subject.id)).toEqual([
    { subjectId: subject.id, subjectName: subject.name, tutorCount: 1 },
  ]);
  expect(await visitor().catalogue.subjectTutorCount({ id: subject.id })).toEqual({ tutorCount: 1 });
  expect(await visitor().catalogue.topicTutorCount({ id: topic.id })).toEqual({ tutorCount: 1 });
  expect(await visitor().catalogue.topicTutorCount({ id: idle.id })).toEqual({ tutorCount: 0 });
  const counted = { topicId: topic.id, topicName: topic.name, topicDescription: '', tutorCount: 1 };
  expect(await visitor().catalogue.topicTutorCounts({ subjectId: subject.id })).toEqual([counted]);
  expect(await catalogue().topicTutorCounts({ subjectId: subject.id })).toHaveLength(2);
  await expect(visitor().catalogue.subjectTutorCount({ id: 'no-such-id' })).rejects.toThrow('Subject not found');
  await expect(visitor().catalogue.topicTutorCount({ id: topic.subjectId })).rejects.toThrow('Topic not found');
});

test('who waits already is written down once', async () => {
  const { subject, tutor } = await aTaughtTopic();
  const tutors = tutorsWith.subject(subject.id);
  await database.db.transaction(async (tx) => {
    expect(await addToBacklog(tx, tutors)).toBe(1);
    expect(await addToBacklog(tx, tutors)).toBe(0);
  });
  expect(await waitingTutors()).toEqual([tutor.id]);
  await database.db.delete(listingBacklog);
});
