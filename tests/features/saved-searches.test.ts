import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { refreshListing } from '#db/listing.ts';
import { savedSearches } from '#db/schema/engagement.ts';
import { jobs } from '#db/schema/jobs.ts';
import { notifications } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import { checkSavedSearches } from '#server/features/saved-searches/saved-searches.jobs.ts';
import { hasExactResult } from '#server/features/tutors/search/tutor-search.queries.ts';
import type { SaveSearchInput } from '#shared/contracts/saved-searches.ts';
import { SAVED_SEARCHES } from '#shared/vocabulary/limits.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aSubject, aTutor, NOW, type User, unique } from '#tests/support/factories.ts';
import { listMailJobs, runMailJob } from '#tests/support/mails.ts';

const database = useDatabase();
const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE);

const apiAs = (person: User | null, now = NOW) => callerAs(database, person, { now: () => now }).savedSearches;
const search = (filters: Partial<SaveSearchInput>): SaveSearchInput => ({ femaleOnly: false, ...filters });
const runJob = (now: Date, hasTutor = hasExactResult) => checkSavedSearches(hasTutor)(contextAs(database, null, { now: () => now }), {});
const listOf = (person: User, now = NOW) => apiAs(person, now).list();
const listNotes = ({ id }: User) => database.db.select().from(notifications).where(eq(notifications.userId, id));
const listPlanned = async () => (await database.db.select().from(jobs).where(eq(jobs.kind, 'searches.check'))).map(({ key }) => key);
const listMailsTo = async ({ id }: User) => (await listMailJobs(database)).filter((job) => job.mail === 'search_found' && job.userId === id);

async function aListedTutor(name: string, subjectId: string): Promise<void> {
  const tutor = await aTutor(database.db, { user: { name }, subjects: [{ subjectId }] });
  await refreshListing(database.db, [tutor.id]);
}

describe('saving a search', () => {
  // spec s11-search.33 | S11 5 | The same search is saved once, however often it is pressed or written |
  //   src/server/features/saved-searches/saved-searches.commands.ts
  test('saves it once on a double press', async () => {
    const student = await aStudent(database.db);
    const input = search({ search: 'Maths  Kandy', category: 'Science' });
    const [first, second] = await Promise.all([apiAs(student).save(input), apiAs(student).save(input)]);
    const third = await apiAs(student).save(search({ category: 'science', search: 'maths kandy' }));
    expect([second.id, third.id]).toEqual([first.id, first.id]);
    expect(await listOf(student)).toEqual([
      { id: first.id, filters: { search: 'Maths Kandy', category: 'Science' }, state: 'waiting', createdAt: NOW, foundAt: null },
    ]);
  });

  // spec s11-search.34 | S11 5 | A student has at most 10 saved searches | src/server/features/saved-searches/saved-searches.commands.ts
  test('refuses the eleventh, also of several at once, and takes one in the place of another', async () => {
    const student = await aStudent(database.db);
    const texts = Array.from({ length: SAVED_SEARCHES.perUser + 2 }, (_, index) => `text ${index}`);
    const results = await Promise.allSettled(texts.map((text) => apiAs(student).save(search({ search: text }))));
    const problems = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason.message)] : []));
    const sentence = 'You can save at most 10 searches. Please delete one on your account page first.';
    expect(problems).toEqual([sentence, sentence]);
    const [one] = await listOf(student);
    expect(await apiAs(student).save(search(one?.filters ?? {}))).toMatchObject({ id: one?.id });
    await apiAs(student).delete({ id: one?.id ?? '' });
    await apiAs(student).save(search({ search: 'in its place' }));
    expect(await listOf(student)).toHaveLength(SAVED_SEARCHES.perUser);
  });

  test('refuses a day that can no longer be booked', async () => {
    const student = await aStudent(database.db);
    await expect(apiAs(student).save(search({ freeOn: '2026-03-02' }))).rejects.toThrow(
      'This day can no longer be booked. Please choose another one.',
    );
    expect(await apiAs(student).save(search({ freeOn: '2026-03-03' }))).toMatchObject({ state: 'waiting' });
    expect(await listOf(student, new Date('2026-03-03T04:30:00.000Z'))).toMatchObject([{ state: 'over' }]);
  });

  test('plans one check, for the next ten minutes of the clock', async () => {
    await database.db.delete(jobs);
    for (const person of [await aStudent(database.db), await aStudent(database.db)]) await apiAs(person).save(search({ search: unique('plan') }));
    expect(await listPlanned()).toEqual(['searches.check 2026-03-02T04:40:00.000Z']);
  });

  // spec s11-search.35 | S11 5 | A saved search is its owner's: anybody else finds none | src/server/features/saved-searches/saved-searches.commands.ts
  test("finds nothing of anybody else's", async () => {
    const [student, other] = [await aStudent(database.db), await aStudent(database.db)];
    const { id } = await apiAs(student).save(search({ search: 'mine' }));
    expect(await listOf(other)).toEqual([]);
    for (const unknown of [id, 'no-id']) await expect(apiAs(other).delete({ id: unknown })).rejects.toThrow('Saved search not found');
    expect(await listOf(student)).toHaveLength(1);
    await apiAs(student).delete({ id });
    await expect(apiAs(student).delete({ id })).rejects.toThrow('Saved search not found');
  });

  test('ends with the account', async () => {
    const student = await aStudent(database.db);
    await apiAs(student).save(search({ search: 'mine' }));
    await database.db.delete(users).where(eq(users.id, student.id));
    expect(await database.db.select().from(savedSearches).where(eq(savedSearches.userId, student.id))).toEqual([]);
  });
});

describe('the check of the saved searches', () => {
  // spec s11-search.36 | S11 5 | Once a tutor matches, its owner is written to once, in the app and by mail; saving it again looks again |
  //   src/server/features/saved-searches/saved-searches.jobs.ts, src/server/features/mail/mail.jobs.ts
  test('notifies once, in the app and by mail, when a tutor is listed', async () => {
    const [student, subject] = [await aStudent(database.db), await aSubject(database.db)];
    const name = `Zoysa${subject.name.slice(-4)}`;
    const input = search({ subject: subject.name, search: name });
    const { id } = await apiAs(student).save(input);
    await runJob(inMinutes(10));
    expect(await listOf(student)).toMatchObject([{ state: 'waiting' }]);
    expect([await listNotes(student), await listMailsTo(student)]).toEqual([[], []]);

    await aListedTutor(name, subject.id);
    for (const minutes of [20, 30, 40]) await runJob(inMinutes(minutes));
    expect(await listOf(student)).toMatchObject([{ id, state: 'found', foundAt: inMinutes(20) }]);
    const url = `/tutors?${new URLSearchParams({ category: 'all', subject: subject.name, q: name })}`;
    const message = `A tutor now matches your saved search: “${name}” · ${subject.name}`;
    expect(await listNotes(student)).toMatchObject([{ kind: 'search.found', title: 'Tutor Found', message, action: { label: 'See Tutors', url } }]);
    const [order, ...others] = await listMailsTo(student);
    expect(others).toEqual([]);
    const [mail] = order ? await runMailJob(database, order) : [];
    expect(mail).toMatchObject({ to: student.email, subject: 'A tutor matches your search' });
    for (const text of [`“${name}” · ${subject.name}`, url, 'Unsubscribe from mails about saved searches']) expect(mail?.text).toContain(text);

    await apiAs(student, inMinutes(40)).save(input);
    expect(await listOf(student)).toMatchObject([{ id, state: 'waiting', foundAt: null }]);
    expect(order && (await runMailJob(database, order))).toEqual([]);
    await runJob(inMinutes(50));
    expect(await listNotes(student)).toHaveLength(2);
  });

  // spec s11-search.37 | S11 5 | Only a tutor who has all words and filters counts: nothing corrected, nothing left out |
  //   src/server/features/tutors/search/tutor-search.queries.ts
  test('does not count tutors whom the page shows with words left out or corrected', async () => {
    const [student, subject] = [await aStudent(database.db), await aSubject(database.db)];
    await aListedTutor('Wickramasinghe Aruna', subject.id);
    const inexact = [{ search: 'wickramasinghe nowhereland' }, { search: 'wickramasinhge aruna' }].map((text) => ({
      ...text,
      subject: subject.name,
    }));
    for (const filters of inexact) {
      expect((await callerAs(database, null).tutors.search(filters)).total, filters.search).toBe(1);
      await apiAs(student).save(search(filters));
    }
    await apiAs(student).save(search({ search: '!!!' }));
    await runJob(inMinutes(10));
    expect((await listOf(student)).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
  });

  // spec s11-search.38 | S11 5 | A search whose day is over, or that has found a tutor, is not checked any more; of the others, those that wait
  //   longest come first | src/server/features/saved-searches/saved-searches.queries.ts
  test('leaves out those that are done, and those of suspended accounts, and goes on while one waits', async () => {
    await database.db.delete(savedSearches);
    await database.db.delete(jobs);
    const [student, suspended] = [await aStudent(database.db), await aStudent(database.db)];
    await apiAs(student).save(search({ freeOn: '2026-03-03' }));
    await apiAs(suspended).save(search({ search: 'suspended' }));
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, suspended.id));
    for (const minute of [2, 1]) await apiAs(student, inMinutes(minute)).save(search({ search: `minute ${minute}` }));
    const checked: (string | undefined)[] = [];
    const hasTutor = vi.fn<typeof hasExactResult>(async (_ctx, filters) => {
      checked.push(filters.search);
      return filters.search === 'minute 2';
    });
    const nextDay = new Date('2026-03-03T04:30:00.000Z');
    await runJob(nextDay, hasTutor);
    expect(checked.splice(0)).toEqual(['minute 1', 'minute 2']);
    expect(await listPlanned()).toContain('searches.check 2026-03-03T04:40:00.000Z');
    await runJob(new Date(nextDay.getTime() + MINUTE), hasTutor);
    expect(checked).toEqual([]);
    await runJob(new Date(nextDay.getTime() + 10 * MINUTE), hasTutor);
    expect(checked).toEqual(['minute 1']);
    await database.db.delete(savedSearches);
    await database.db.delete(jobs);
    await runJob(nextDay, hasTutor);
    expect(await listPlanned()).toEqual([]);
  });

  test('goes on with the others where one cannot be checked', async () => {
    await database.db.delete(savedSearches);
    const student = await aStudent(database.db);
    for (const minute of [1, 2]) await apiAs(student, inMinutes(minute)).save(search({ search: `minute ${minute}` }));
    const log = vi.fn();
    const broken: typeof hasExactResult = async (_ctx, filters) => {
      if (filters.search === 'minute 1') throw new Error('unreadable');
      return true;
    };
    await checkSavedSearches(broken)({ ...contextAs(database, null, { now: () => inMinutes(10) }), log }, {});
    expect((await listOf(student)).map(({ state }) => state)).toEqual(['found', 'waiting']);
    expect(log).toHaveBeenCalledTimes(1);
  });
});
