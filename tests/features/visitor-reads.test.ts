import { beforeAll, describe, expect, test } from 'vitest';
import type { Executor } from '#db/executor.ts';
import { appRouter } from '#server/api/router.ts';
import type { Ctx } from '#server/core/context.ts';
import { readsReplica } from '#server/core/visitor-reads.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aTutor, type Tutor } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const createCaller = appRouter.createCaller;
let tutor: Tutor;
beforeAll(async () => {
  tutor = await aTutor(database.db);
});

const failingWith = (code: string) =>
  new Proxy({} as Executor, {
    get: () => () => {
      throw Object.assign(new Error('of the replica'), { code });
    },
  });
const contextWith = (person: Parameters<typeof contextAs>[1], findReplica: Ctx['findReplica'], observed: unknown[] = []): Ctx => ({
  ...contextAs(database, person, { observe: (observation) => void observed.push(observation) }),
  findReplica,
});
const ofVisitors = (observed: unknown[]) => observed.filter((one) => (one as { of: string }).of === 'visitor-read');

/** At run time procedures are keyed by their full path, which the type does not say. */
const PROCEDURES = appRouter._def.procedures as unknown as Record<string, { _def: { type: string; middlewares: unknown[] } }>;
const [ofReplica] = readsReplica._middlewares;
const readers = Object.entries(PROCEDURES).filter(([, { _def }]) => _def.middlewares.includes(ofReplica));

describe('the replica', () => {
  // spec s14-scale.15 | S14 6 | The procedures that may read the replica are named, and none of them writes | src/server/core/visitor-reads.ts
  test('is read by these procedures and no others, which are queries', () => {
    expect(readers.map(([path]) => path).sort()).toEqual([
      ...['blogs.all', 'blogs.allOfTutor', 'blogs.byId', 'blogs.published'],
      ...['reviews.allOfTutor', 'reviews.ofTutor', 'reviews.ratings'],
      ...['tutors.byId', 'tutors.popularSubjects', 'tutors.search', 'tutors.searchPage', 'tutors.stats', 'tutors.suggest'],
    ]);
    expect(readers.filter(([, { _def }]) => _def.type !== 'query')).toEqual([]);
  });

  test('is read for visitors, and the primary for whoever is signed in', async () => {
    const { db, statements } = createRecordingDb(database.connection);
    const byVisitor = createCaller(contextWith(null, () => db));
    const byOwner = createCaller(contextWith(tutor.user, () => db));
    await byOwner.tutors.byId({ id: tutor.id });
    await byOwner.tutors.search({});
    expect(statements).toEqual([]);
    await byVisitor.tutors.byId({ id: tutor.id });
    expect(statements).toHaveLength(1);
  });

  // spec s14-scale.16 | S14 6 | What a replica fails to answer, because it is away or replays what stands in the way, the primary answers |
  //   src/server/core/visitor-reads.ts
  test.each(['ECONNREFUSED', 'CONNECTION_CLOSED', '40001', '57P01', '57P03', '53300'])(
    'that fails with %s is replaced by the primary',
    async (code) => {
      const observed: unknown[] = [];
      const caller = createCaller(contextWith(null, () => failingWith(code), observed));
      expect((await caller.tutors.byId({ id: tutor.id })).id).toBe(tutor.id);
      expect(ofVisitors(observed)).toEqual([{ of: 'visitor-read', isFromReplica: false }]);
    },
  );

  test('that takes too long for a statement is not helped out, so that the primary need not begin anew', async () => {
    const caller = createCaller(contextWith(null, () => failingWith('57014')));
    await expect(caller.tutors.byId({ id: tutor.id })).rejects.toThrow('Failed to fetch tutor profile');
  });

  test('whose answer is a refusal has answered', async () => {
    const observed: unknown[] = [];
    const { db, statements } = createRecordingDb(database.connection);
    const caller = createCaller(contextWith(null, () => db, observed));
    await expect(caller.tutors.byId({ id: '01a227ed-bbb2-7c9c-9f32-9651a4d9fa60' })).rejects.toThrow();
    expect(statements).toHaveLength(1);
    expect(ofVisitors(observed)).toEqual([{ of: 'visitor-read', isFromReplica: true }]);
  });

  test('is not asked where there is none that is fresh', async () => {
    const observed: unknown[] = [];
    await createCaller(contextWith(null, () => null, observed)).tutors.byId({ id: tutor.id });
    await createCaller(contextWith(null, null, observed)).tutors.byId({ id: tutor.id });
    expect(ofVisitors(observed)).toEqual([]);
  });
});
