import type { SearchInput, SearchPageInput } from '#shared/contracts/tutor-search.ts';
import { callerAs } from './callers.ts';
import type { TestDatabase } from './database.ts';
import { aSubject, aTutor, type TutorOverrides } from './factories.ts';

export const idsOf = ({ tutors }: { tutors: { id: string }[] }): string[] => tutors.map(({ id }) => id);
export const withName = (name: string) => ({ user: { name } });

export function useSearches(database: Pick<TestDatabase, 'db'>) {
  const search = (input: Partial<SearchInput>) => callerAs(database, null).tutors.search(input);
  const searchPage = (input: Partial<SearchPageInput>) => callerAs(database, null).tutors.searchPage(input);
  const searchIds = async (input: Partial<SearchInput>) => idsOf(await search({ limit: 100, ...input })).sort();

  async function searchAllPages(input: Partial<SearchInput>): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await search({ ...input, cursor });
      ids.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    return ids;
  }

  /** Tutors of one subject that nobody else teaches. */
  async function createTutors(overrides: readonly TutorOverrides[]) {
    const subject = await aSubject(database.db);
    const tutors = [];
    for (const tutorOverrides of overrides) tutors.push(await aTutor(database.db, { subjects: [{ subjectId: subject.id }], ...tutorOverrides }));
    return { subject, tutors, ids: tutors.map(({ id }) => id) };
  }

  return { search, searchPage, searchIds: searchIds, searchAllPages: searchAllPages, createTutors: createTutors };
}
