import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TRPCError } from '@trpc/server';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedIfEmpty } from '#seed/seed.ts';
import { appRouter } from '#server/api/router.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent } from '#tests/support/factories.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const filesDir = mkdtempSync(join(tmpdir(), 'vidya-public-'));

type Ids = { id: string; tutorId: string; subjectId: string; categoryId: string; topicId: string; postId: string };
let ids: Ids;
let secrets: string[];

beforeAll(async () => {
  await seedIfEmpty({ databaseUrl: database.url, today: '2026-03-02', appTimezone: 'Asia/Colombo', filesDir });
  const [row] = await database.db.execute<Ids>(sql`
    select profile.id as "tutorId", entry.subject_id as "subjectId", subject.category_id as "categoryId", topic.id as "topicId", '' as id,
      (select id from blogs where status = 'published' limit 1) as "postId"
    from reviews review
    join tutor_profiles profile on profile.user_id = review.tutor_user_id and profile.phone <> ''
    join tutor_subjects entry on entry.tutor_id = profile.id
    join subjects subject on subject.id = entry.subject_id
    join topics topic on topic.subject_id = subject.id
    limit 1`);
  if (!row) throw new Error('the demo data holds a tutor with a review');
  ids = row;
  const stored = await database.db.execute<{ value: string }>(sql`
    select email as value from users union select phone from users union select phone from tutor_profiles union select contact_email from tutor_profiles`);
  secrets = stored.map(({ value }) => value).filter((value) => value !== '');
  expect(secrets.length).toBeGreaterThan(60);
}, 60_000);
afterAll(() => rmSync(filesDir, { recursive: true, force: true }));

const leaked = (answer: unknown): string[] => {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer ?? null);
  return secrets.filter((secret) => text.includes(secret));
};

/** Inputs of all public queries: a new one is added here. */
const INPUTS: Record<string, (ids: Ids) => unknown> = {
  'blogs.published': () => ({}),
  'blogs.byId': ({ postId }) => ({ id: postId }),
  'blogs.all': () => undefined,
  'blogs.allOfTutor': ({ tutorId }) => ({ id: tutorId }),
  'catalogue.menu': () => undefined,
  'catalogue.names': () => ({ locale: 'si' }),
  'catalogue.categories': () => undefined,
  'catalogue.subjects': () => undefined,
  'catalogue.topics': () => undefined,
  'catalogue.topicsOfSubject': ({ subjectId }) => ({ subjectId }),
  'catalogue.categoryById': ({ categoryId }) => ({ id: categoryId }),
  'catalogue.subjectById': ({ subjectId }) => ({ id: subjectId }),
  'catalogue.topicById': ({ topicId }) => ({ id: topicId }),
  'catalogue.subjectTutorCounts': () => undefined,
  'catalogue.subjectTutorCount': ({ subjectId }) => ({ id: subjectId }),
  'catalogue.topicTutorCount': ({ topicId }) => ({ id: topicId }),
  'catalogue.topicTutorCounts': ({ subjectId }) => ({ subjectId }),
  'reviews.ofTutor': ({ tutorId }) => ({ tutorId }),
  'reviews.ratings': ({ tutorId }) => ({ tutorId }),
  'reviews.allOfTutor': ({ tutorId }) => ({ tutorId }),
  'sitemap.categories': () => undefined,
  'sitemap.counts': () => undefined,
  'sitemap.posts': () => ({ part: 1, partSize: 1000 }),
  'sitemap.tutors': () => ({ part: 1, partSize: 1000 }),
  'statistics.public': () => undefined,
  'tutors.search': () => ({ limit: 100 }),
  'tutors.searchPage': () => ({ limit: 100 }),
  'tutors.suggest': () => ({ text: 'ma' }),
  'tutors.popularSubjects': () => undefined,
  'tutors.byId': ({ tutorId }) => ({ id: tutorId }),
  'tutors.contact': ({ tutorId }) => ({ id: tutorId }),
  'tutors.availability': ({ tutorId }) => ({ id: tutorId }),
  'tutors.stats': ({ tutorId }) => ({ id: tutorId }),
};
const BY_SECRET_ADDRESS = ['calendar.read', 'mail.offer'];
const SHOWS_CONTACT = 'tutors.contact';

const QUERIES = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)
  .filter(([, { _def }]) => _def.type === 'query')
  .map(([name]) => name);

type Call = (input: unknown) => Promise<unknown>;
function procedureOf(caller: ReturnType<typeof callerAs>, name: string): Call {
  const [group = '', call = ''] = name.split('.');
  return (caller as unknown as Record<string, Record<string, Call>>)[group]?.[call] as Call;
}

const isExpectedError = (error: unknown): boolean => error instanceof TRPCError && ['UNAUTHORIZED', 'FORBIDDEN'].includes(error.code);

// spec s8-contact.4 | S8 G, D Search | No other procedure or call that anybody may ask answers an email address or phone number |
//   src/server/features/tutors/tutors.queries.ts
describe('public procedures and calls', () => {
  test.each(QUERIES)('%s returns no email address and no phone number', async (name) => {
    const isListed = name in INPUTS;
    const stranger = await aStudent(database.db, { email: `stranger.${name}@elsewhere.test`.toLowerCase() });
    const input = INPUTS[name]?.(ids);
    const answer = await procedureOf(callerAs(database, null), name)(input).catch((error: unknown) => error);
    if (!isListed && !BY_SECRET_ADDRESS.includes(name)) {
      expect(isExpectedError(answer), `${name} answers visitors: name it in INPUTS`).toBe(true);
      return;
    }
    if (!isListed) return expect(answer).toMatchObject({ code: expect.stringMatching(/NOT_FOUND|BAD_REQUEST/) });
    expect(answer).not.toBeInstanceOf(Error);
    if (name === SHOWS_CONTACT) return expect(leaked(answer)).toHaveLength(2);
    expect(leaked(answer)).toEqual([]);
    expect(leaked(await procedureOf(callerAs(database, stranger), name)(input))).toEqual([]);
  });

  test('REST calls return none, except that of a single profile', async () => {
    type Parameter = { name: string; in: string };
    type Document = { paths: Record<string, { get?: { operationId: string; 'x-who'?: string; parameters?: Parameter[] } }> };
    const { body } = await rest.get<Document>('/api/openapi.json');
    const idsByPath = (path: string) =>
      path.includes('/tutor')
        ? ids.tutorId
        : path.includes('categor')
          ? ids.categoryId
          : path.includes('topic')
            ? ids.topicId
            : path.includes('blog')
              ? ids.postId
              : ids.subjectId;
    const checked: string[] = [];
    for (const [path, { get }] of Object.entries(body.paths)) {
      if (get?.['x-who'] !== 'anyone') continue;
      const filled = path.replace('{provider}', 'google').replace(/\{[^}]+\}/g, () => idsByPath(path));
      const { status, body: answer } = await rest.get(`${filled}${path === '/api/tutors' ? '?limit=100' : ''}`);
      expect([filled, status < 500]).toEqual([filled, true]);
      checked.push(get.operationId);
      if (get.operationId === 'tutors.byId') expect(leaked(answer)).toHaveLength(2);
      else expect([get.operationId, leaked(answer)]).toEqual([get.operationId, []]);
    }
    expect(checked.length).toBeGreaterThan(15);
    expect(checked).toContain('tutors.searchPage');
  });
});

describe('GET /api/tutors/{id}', () => {
  type Profile = { phone: string; user: { email: string; name: string } };

  // spec s8-contact.3 | S8 G, R §4.4 30 | REST call 30 keeps its fields under the same limit; past it both are empty, with 200 |
  //   src/server/rest/tutors.ts
  test('answers empty contact details beyond the limit of an address, never an error', async () => {
    const rows = await database.db.execute<{ id: string }>(
      sql`select id from tutor_profiles where user_id in (select id from users where status = 'active') and verification_status <> 'rejected' limit 40`,
    );
    const profiles: Profile[] = [];
    for (const { id } of rows) {
      const { status, body } = await rest.get<Profile>(`/api/tutors/${id}`);
      expect(status).toBe(200);
      profiles.push(body);
    }
    const shown = profiles.filter(({ user }) => user.email !== '');
    expect(profiles.every(({ user }) => user.name !== '')).toBe(true);
    expect(shown.length).toBeLessThanOrEqual(30);
    expect(profiles.slice(-5).map(({ phone, user }) => [phone, user.email])).toEqual(Array.from({ length: 5 }, () => ['', '']));
  });
});
