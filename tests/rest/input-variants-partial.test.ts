import { describe, expect, test } from 'vitest';
import type { Actors } from '#tests/support/actors.ts';
import { useDatabase } from '#tests/support/database.ts';
import { useRest } from './app.ts';
import { type CallerRole, useActors } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const everyone = useActors(database, rest);
const { send } = everyone;

// spec rest.19 | R §2.10 | PUT is a partial update: what is absent stays | src/server/rest/wire/catalogue.ts
describe('a partial update keeps absent fields', () => {
  const PARTS: [string, CallerRole, string, (of: Actors) => string, get: ((of: Actors) => string) | null, parts: object[]][] = [
    [
      'a subject',
      'admin',
      'PUT',
      ({ subject }) => `/api/subjects/${subject.id}`,
      ({ subject }) => `/api/subjects/${subject.id}`,
      [{ name: 'Rhetoric' }, { description: 'Of all' }, { isActive: false }, { isActive: true }],
    ],
    [
      'a category',
      'admin',
      'PUT',
      ({ category }) => `/api/subject-categories/${category.id}`,
      ({ category }) => `/api/subject-categories/${category.id}`,
      [{ name: 'Sciences' }, { description: 'Of all' }, { order: 7 }, { color: '#123456' }, { icon: 'Atom' }, { isActive: false }],
    ],
    [
      'a topic',
      'admin',
      'PUT',
      ({ topic }) => `/api/topics/${topic.id}`,
      ({ topic }) => `/api/topics/${topic.id}`,
      [{ name: 'Waves' }, { description: 'Of all' }, { isActive: false }],
    ],
    [
      'the user',
      'student',
      'PUT',
      () => '/api/auth/me',
      () => '/api/auth/me',
      [{ name: 'Sunil' }, { phone: '0712345678' }, { phone: '' }, { email: 'other@example.com', role: 'admin' }],
    ],
    [
      'the profile',
      'tutor',
      'PUT',
      () => '/api/tutors/profile',
      () => '/api/tutors/profile',
      [{ phone: '0712345678' }, { bio: 'New' }, { availableLocations: 'Kandy' }, { teachingMediums: ['tamil'] }],
    ],
    [
      'a post',
      'tutor',
      'PUT',
      ({ draft }) => `/api/tutors/blogs/${draft.id}`,
      ({ draft }) => `/api/tutors/blogs/${draft.id}`,
      [{ title: 'Other' }, { content: '<p>Other</p>' }, { tags: ['a', 'b'] }, { status: 'draft' }],
    ],
  ];
  test.each(PARTS)('of %s', async (_, role, method, pathOf, getPath, parts) => {
    type Body = Record<string, unknown> & { user?: object; data?: object };
    const read = async () => {
      const { body } = await rest.get<Body>(getPath?.(everyone.data) ?? '', everyone.tokenOf(role));
      const { updatedAt: __, ...rest_ } = (getPath?.(everyone.data) === '/api/auth/me' ? body.user : (body.data ?? body)) as Record<string, unknown>;
      return rest_;
    };
    for (const part of [{}, ...parts]) {
      const before = await read();
      expect((await send(role, `${method} ${pathOf(everyone.data)}`, part)).status, JSON.stringify(part)).toBe(200);
      const accepted = Object.fromEntries(Object.entries(part).filter(([key]) => !['email', 'role'].includes(key)));
      expect(await read()).toEqual({ ...before, ...accepted });
    }
  });
});
