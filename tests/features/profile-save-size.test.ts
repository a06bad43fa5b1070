import { describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { createBegin } from '#db/transaction.ts';
import { createCaller } from '#server/api/router.ts';
import type { Ctx } from '#server/core/context.ts';
import type { SubjectEntryInput } from '#shared/contracts/tutors.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import type { User } from '#tests/support/factories.ts';
import { findWrongListings } from '#tests/support/listings.ts';
import { aCompleteProfile, aFullEntry, aNewcomer, anUpload } from '#tests/support/profiles.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const MOST = 40;

type Api = ReturnType<typeof callerAs>;

/** The statements and transactions of a call. */
async function costOf(user: User, call: (api: Api) => Promise<unknown>): Promise<{ statements: number; transactions: number }> {
  const { db, statements } = createRecordingDb(database);
  let transactions = 0;
  const begin: Ctx['begin'] = (work) => {
    transactions += 1;
    return createBegin(db)(work);
  };
  await call(createCaller({ ...contextAs({ db }, user), begin }));
  return { statements: statements.length, transactions };
}

async function aVastProfile(user: User, subjects: number) {
  const profile = await aCompleteProfile(database.db, user, subjects);
  const documents = [...profile.documents];
  while (documents.length < 5) documents.push((await anUpload(database.db, user)).id);
  return {
    ...profile,
    documents,
    education: Array.from({ length: 20 }, (_, index) => ({ ...only(profile.education.slice(0, 1)), year: 1990 + index })),
    experience: Array.from({ length: 20 }, (_, index) => ({ ...only(profile.experience), title: `Teacher ${index}` })),
  };
}

// spec s3.2 | S3 | 5 subjects of 5 topics, 7 days and 3 slots: one transaction, as many statements as one subject takes and 40 at most, found by
//   search at once | src/server/features/tutors/profile.steps.ts
describe('a profile of five subjects, each of five topics and three slots on all seven days', () => {
  test('is saved in one transaction of as many statements as one of a single subject', async () => {
    const costs: { statements: number; transactions: number }[] = [];
    for (const subjects of [1, 5, 12]) {
      const { user, caller } = await aNewcomer(database);
      await caller.tutors.own();
      const input = await aVastProfile(user, subjects);
      costs.push(await costOf(user, (api) => api.tutors.saveProfile(input)));
    }
    const [small, full, vast] = costs;
    expect([full, vast]).toEqual([small, small]);
    expect(full?.transactions).toBe(1);
    expect(full?.statements).toBeLessThanOrEqual(MOST);
  });

  test('is found by search as soon as it is answered, by each subject and each topic', async () => {
    const { user, caller } = await aNewcomer(database);
    const input = await aVastProfile(user, 5);
    const { tutor } = await caller.tutors.saveProfile({ ...input, revision: (await caller.tutors.own()).revision });
    const rows = tutor.subjects.map(({ selectedTopics, availability }) => [selectedTopics.length, availability.flatMap(({ slots }) => slots).length]);
    expect(rows).toEqual(Array.from({ length: 5 }, () => [5, 21]));
    const search = callerAs(database, null).tutors;
    for (const { subject, selectedTopics } of input.subjects) {
      expect((await search.search({ subject })).tutors.map(({ id }) => id)).toEqual([tutor.id]);
      for (const topic of selectedTopics) expect((await search.search({ subject, topic })).tutors.map(({ id }) => id)).toEqual([tutor.id]);
    }
    expect((await search.search({ search: user.name })).tutors.map(({ id }) => id)).toEqual([tutor.id]);
    expect(await findWrongListings(database)).toEqual([]);
  });

  test.each<[string, (api: Api, entries: readonly SubjectEntryInput[], more: SubjectEntryInput) => Promise<unknown>]>([
    ['adding a subject', (api, _, more) => api.tutors.addSubject(more)],
    ['changing one', (api, [entry]) => api.tutors.updateSubject({ subjectId: entry?.subject ?? '', selectedTopics: [] })],
    ['replacing its week', (api, [entry]) => api.tutors.setAvailability({ subjectId: entry?.subject ?? '', availability: [] })],
    ['removing it', (api, [entry]) => api.tutors.removeSubject({ subjectId: entry?.subject ?? '' })],
    ['vacation', (api) => api.tutors.setVacation({})],
    ['deleting it', (api) => api.tutors.deleteProfile()],
  ])('%s costs the same, however much there is', async (_, call) => {
    const costs: { statements: number; transactions: number }[] = [];
    for (const subjects of [2, 6]) {
      const { user, caller } = await aNewcomer(database);
      const input = await aVastProfile(user, subjects);
      await caller.tutors.saveProfile(input);
      const more = await aFullEntry(database.db);
      costs.push(await costOf(user, (api) => call(api, input.subjects, more)));
    }
    expect(costs[1]).toEqual(costs[0]);
    expect(costs[0]?.transactions).toBe(1);
    expect(costs[0]?.statements).toBeLessThanOrEqual(MOST);
  });
});
