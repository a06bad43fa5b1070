import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinConditions, type TaughtInMode, type TermsCondition } from '#server/features/tutors/search/search-terms.queries.ts';
import { TEACHING_MODES } from '#shared/vocabulary/people.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aSubject, aTutor } from '#tests/support/factories.ts';
import { withName } from '#tests/support/searches.ts';

const database = useDatabase();

async function createMixedTutors(): Promise<string[]> {
  const { db } = database;
  const subjects = [await aSubject(db), await aSubject(db), await aSubject(db)];
  const [first, second, third] = subjects.map(({ id }) => id);
  const online = [{ type: 'online' as const, rateCents: 150_000 }];
  const visits = [{ type: 'home-visit' as const, rateCents: 150_000 }];
  const inKandy = { availableLocations: 'Kandy, Peradeniya' };
  const tutors = [
    { ...inKandy, subjects: [{ subjectId: first, modes: online }] },
    {
      ...inKandy,
      subjects: [
        { subjectId: first, modes: visits },
        { subjectId: second, modes: online },
      ],
    },
    { availableLocations: 'Galle', ...withName('Kandy Perera'), subjects: [{ subjectId: first, modes: online }] },
    { availableLocations: 'Galle and Kandy', ...withName('Nimal Perera'), subjects: [{ subjectId: third, modes: visits }] },
    { availableLocations: 'Jaffna', ...withName('Nimal Silva'), subjects: [{ subjectId: second, modes: visits }, { subjectId: third }] },
  ];
  for (const tutor of tutors) await aTutor(db, tutor);
  return subjects.map(({ id }) => id);
}

// spec s11-search.115 | S11 Must reach | A subject in a place is looked up as one term, and so is a mode of a subject: the same tutors are found as by
//   each condition alone | src/server/features/tutors/search/search-terms.queries.ts
test('conditions that are looked up together find who meets each of them', async () => {
  const { sql } = database;
  const scopes = await createMixedTutors();
  const find = async (terms: string): Promise<string[]> => {
    const rows = await sql<{ id: string }[]>`select tutor_id as id from tutor_texts where terms @@ ${terms}::tsquery order by tutor_id`;
    return rows.map(({ id }) => id);
  };
  const taught = await sql<{ id: number; parents: number[] }[]>`
    select entity.id, array(select parent.id from search_entities parent where parent.category_id = subject.category_id) as parents
    from search_entities entity join subjects subject on subject.id = entity.subject_id where subject.id = any(${scopes}::uuid[])
    union all select entity.id, '{}' from search_entities entity where entity.category_id in (select category_id from subjects where id = any(${scopes}::uuid[]))`;
  const places = await sql<{ id: number; parents: number[] }[]>`
    select entity.id, array(select parent.id from search_entities parent where parent.place = place.district and parent.id <> entity.id) as parents
    from search_entities entity join places place on place.key = entity.place where place.name in ('Kandy', 'Galle', 'Peradeniya', 'Jaffna')`;
  const some = <T>(from: readonly T[]) => fc.subarray([...from], { minLength: 1 });
  const written = fc.option(fc.constantFrom("'n:nimal'", "'n:kandy' | 'l:kandy'", "'n:perera'"), { nil: null });
  const ofKind = (kind: 'subject' | 'place', entities: typeof places) =>
    fc.record<TermsCondition>({ kind: fc.constant(kind), entities: some(entities), otherwise: written });
  const modes = fc.record<TaughtInMode>({ mode: fc.constantFrom(...TEACHING_MODES), entities: some(taught.map(({ id }) => id)) });
  const conditions = fc.array(fc.oneof(ofKind('subject', taught), ofKind('place', places)), { minLength: 1, maxLength: 4 });

  await fc.assert(
    fc.asyncProperty(conditions, fc.option(modes, { nil: null }), async (all, inMode) => {
      const alone = [...all.map((condition) => joinConditions([condition])), inMode && joinConditions([], inMode)].filter((terms) => terms !== null);
      const found = await Promise.all(alone.map(find));
      const [first = [], ...others] = found;
      expect(await find(joinConditions(all, inMode) ?? '')).toEqual(first.filter((id) => others.every((ids) => ids.includes(id))));
    }),
    { numRuns: 150 },
  );
});
