import { describe, expect, test } from 'vitest';
import { coverageOf, missingNumbers, type OpenApi, tableOf } from '#tests/rest-coverage.ts';
import type { RecordedCall } from '#tests/support/rest-coverage.ts';

const codes = (...names: string[]) => ({ content: { 'application/json': { schema: { properties: { code: { enum: names } } } } } });
const ok = { content: { 'application/json': { schema: {} } } };

const DOCUMENT: OpenApi = {
  paths: {
    '/api/tutors/{id}': { get: { 'x-contract': 30, responses: { 200: ok, 404: codes('tutor.not_found') } } },
    '/api/tutors/profile': { get: { 'x-contract': 34, responses: { 200: ok } } },
    '/api/ratings': { post: { 'x-contract': 56, responses: { 200: ok, 201: ok, 409: codes('review.not_completed', 'review.other') } } },
    '/api/ratings/again': { post: { 'x-contract': 56, responses: { 200: ok } } },
    '/api/blogs/{id}': { get: { 'x-contract': '§8', responses: { 200: ok } } },
  },
};

const callBy = (caller: RecordedCall['caller']) => (call: Omit<RecordedCall, 'caller'>) => ({ ...call, caller });
const by = (...calls: Omit<RecordedCall, 'caller'>[]): RecordedCall[] =>
  (['nobody', 'student', 'tutor', 'admin'] as const).flatMap((caller) => calls.map(callBy(caller)));
const post = (status: number, code?: string) => ({ method: 'POST', path: '/api/ratings', status, code });
const ALL_OF_RATING = [post(200), post(201), post(409, 'review.not_completed'), post(409, 'review.other')];

const rowOf = (operation: string, calls: readonly RecordedCall[]) => coverageOf(DOCUMENT, calls).find((row) => row.operation === operation);
const gapsOf = (calls: readonly RecordedCall[], operation = 'POST /api/ratings') => rowOf(operation, calls)?.gaps;

describe('coverageOf', () => {
  // spec s7.1 | S7 | 75 of 75 calls and all of §8 have a test for success, each documented status and code, nobody and each role; the run prints the
  //   table and fails where one is missing | tests/rest-coverage.ts
  test('has no gap when each documented answer was seen for every caller', () => {
    expect(gapsOf(by(...ALL_OF_RATING))).toEqual([]);
    expect(rowOf('POST /api/ratings', by(...ALL_OF_RATING))).toMatchObject({
      calls: 16,
      isSuccessSeen: true,
      statuses: { seen: 3, all: 3 },
      codes: { seen: 2, all: 2 },
      roles: { seen: 4, all: 4 },
    });
  });

  // spec s7.1
  test('reports an operation without a call', () => {
    expect(gapsOf([])).toEqual(['no test calls it']);
  });

  // spec s7.1
  test('reports a missing success', () => {
    expect(gapsOf(by(...ALL_OF_RATING.slice(2)))).toEqual(['its success was never seen', '200 was never answered', '201 was never answered']);
  });

  // spec s7.1
  test('reports each missing status and code', () => {
    expect(gapsOf(by(post(200), post(409, 'review.other')))).toEqual(['201 was never answered', '409 review.not_completed was never answered']);
  });

  // spec s7.1
  test('reports an answer that is not documented', () => {
    expect(gapsOf(by(...ALL_OF_RATING, post(409, 'review.third'), post(418)))).toEqual([
      '409 review.third was answered and is not documented',
      '418 was answered and is not documented',
    ]);
  });

  test('reports the message of an example that was never answered', () => {
    const says = (message: string) => ({ content: { 'application/json': { schema: { $ref: '#/components/schemas/Ok' }, example: { message } } } });
    const document: OpenApi = { paths: { '/api/ratings': { post: { responses: { 200: says('Saved') } } } } };
    const gapsFor = (message: string) => coverageOf(document, by({ ...post(200), message }))[0]?.gaps;
    expect(gapsFor('Saved')).toEqual([]);
    expect(gapsFor('Sent')).toEqual(['200 never said Saved, as its example does']);
  });

  // spec s7.1
  test('reports missing roles, and counts keys and callers without a role for none', () => {
    const calls = ALL_OF_RATING.flatMap((call) => [callBy('student')(call), callBy('key')(call), callBy('unknown')(call)]);
    expect(gapsOf(calls)).toEqual(['nobody without a login called it', 'no tutor called it', 'no admin called it']);
  });
});

// spec s7.1
test('a call counts for the literal path before the path with an id', () => {
  const calls = by({ method: 'GET', path: '/api/tutors/profile', status: 200 }, { method: 'GET', path: '/api/tutors/1%2F2', status: 200 });
  expect(rowOf('GET /api/tutors/profile', calls)?.calls).toBe(4);
  expect(rowOf('GET /api/tutors/{id}', calls)?.calls).toBe(4);
  expect(rowOf('GET /api/tutors/{id}', by({ method: 'GET', path: '/api/tutors/1/2', status: 200 }))?.calls).toBe(0);
  expect(rowOf('POST /api/ratings', by({ method: 'PUT', path: '/api/ratings', status: 200 }))?.calls).toBe(0);
});

// spec s7.1
test('the table ends with totals of both lists and every gap by name', () => {
  const text = tableOf(coverageOf(DOCUMENT, by(...ALL_OF_RATING, { method: 'GET', path: '/api/blogs/1', status: 200 })));
  expect(text).toContain('\n1 of 75 calls of §1\n1 of 2 of §8\nCall 1 of §1 is not in the document\n');
  expect(text.split('\n').slice(-4)).toEqual([
    'GET /api/tutors/{id}: no test calls it',
    'GET /api/tutors/profile: no test calls it',
    'POST /api/ratings/again: no test calls it',
    '',
  ]);
});

// spec s7.1
test('reports a numbered call that is missing from the document', () => {
  const { '/api/ratings': _, '/api/ratings/again': __, ...paths } = DOCUMENT.paths;
  expect(missingNumbers(coverageOf(DOCUMENT, []))).not.toContain(56);
  expect(missingNumbers(coverageOf({ paths }, []))).toContain(56);
  expect(tableOf(coverageOf({ paths }, []))).toContain('\nCall 56 of §1 is not in the document\n');
});
