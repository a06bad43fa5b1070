import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { TEACHING_MEDIUMS, TEACHING_MODES } from '#shared/vocabulary/people.ts';
import { PARTS_OF_DAY } from '#shared/vocabulary/search.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';

const FILE = 'tests/search/queries.jsonl';
const MIN_QUERIES = 300;
const NAMED_IN_THE_ISSUE = [
  ...['maths', 'combined maths', 'o/l maths', 'maths colombo', 'mathematics colombo', 'english nugegoda', 'physics kandy', 'piano kandy'],
  ...['science o/l', 'chemistry online', 'commerce accounting', 'sinhala medium', 'dilini maths'],
  ...['ගණිතය', 'කොළඹ', 'යාපනය', 'கணிதம்', 'சிங்களம்'],
];
export const SCRIPTS = ['latin', 'sinhala', 'tamil', 'mixed'] as const;
export const JUNK = 'junk';

const anyOf = z.array(z.string().min(1)).min(1).optional();
export const NAMED_FIELDS = ['subjects', 'categories', 'topics', 'towns', 'names'] as const;

const expectation = z.strictObject({
  subjects: anyOf,
  categories: anyOf,
  topics: anyOf,
  towns: anyOf,
  names: anyOf,
  mode: z.enum(TEACHING_MODES).optional(),
  medium: z.enum(TEACHING_MEDIUMS).optional(),
  female: z.literal(true).optional(),
  /** Rupees an hour. */
  maxPrice: z.int().positive().optional(),
  /** Of the weekly plan, one of which is enough. */
  days: z.array(z.enum(WEEKDAYS)).min(1).optional(),
  partOfDay: z.enum(PARTS_OF_DAY).optional(),
  /** Words of the query that no tutor has together with the rest. */
  leftOut: anyOf,
});
const query = z.strictObject({
  query: z.string().min(1).max(LIMITS.searchText),
  script: z.enum(SCRIPTS),
  kind: z.string().min(1),
  expect: expectation,
});
export type Expectation = z.infer<typeof expectation>;
export type Query = z.infer<typeof query>;

export class InvalidQueries extends Error {}

export function readQueries(): Query[] {
  const queries = readFileSync(FILE, 'utf8').trimEnd().split('\n').map(parseLine);
  if (queries.length < MIN_QUERIES) throw invalid(`${queries.length} queries are fewer than ${MIN_QUERIES}`);
  const texts = queries.map((one) => one.query);
  const repeated = texts.find((text, index) => texts.indexOf(text) < index);
  if (repeated !== undefined) throw invalid(`"${repeated}" is there twice`);
  const missing = NAMED_IN_THE_ISSUE.find((text) => !texts.includes(text));
  if (missing !== undefined) throw invalid(`"${missing}" of the issue is missing`);
  return queries;
}

function parseLine(line: string, index: number): Query {
  const result = query.safeParse(parseJson(line));
  if (result.success) return result.data;
  const [problem] = result.error.issues.map(toText);
  throw invalid(`line ${index + 1}: ${problem}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toText(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `nothing is called ${[...issue.path, ...issue.keys].join('.')}`;
  return `${issue.path.join('.') || 'the object'} is missing or wrong`;
}

export const invalid = (problem: string) => new InvalidQueries(`${FILE}: ${problem}`);
