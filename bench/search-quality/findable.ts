import { type Expectation, invalid, JUNK, NAMED_FIELDS, type Query } from './queries.ts';
import { isRelevant, type Tutor } from './relevance.ts';

export function requireFindable(queries: readonly Query[], tutors: readonly Tutor[]): void {
  const hasTutor = (expect: Expectation) => tutors.some((tutor) => isRelevant(tutor, expect));
  for (const { query: text, kind, expect } of queries) {
    if ((kind === JUNK) !== (Object.keys(expect).length === 0)) throw invalid(`"${text}" is ${kind}, and ${JUNK} alone expects nothing`);
    const unknown = NAMED_FIELDS.flatMap((field) => expect[field]?.find((name) => !hasTutor({ [field]: [name] })) ?? []);
    if (unknown.length > 0) throw invalid(`"${text}" expects ${unknown.join(', ')}, which no listed tutor has`);
    if (!hasTutor(expect)) throw invalid(`"${text}" has no relevant tutor`);
    const foreign = expect.leftOut?.find((word) => !text.toLowerCase().includes(word.toLowerCase()));
    if (foreign !== undefined) throw invalid(`"${text}" leaves out "${foreign}", which is not in it`);
  }
}
