import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { address, count } from '#server/rest/wire/schemas.ts';
import { toWire, wireSchema } from '#server/rest/wire/views.ts';
import { person, rupees } from '#shared/contracts/common.ts';

const view = z.object({
  id: z.string(),
  owner: person,
  price: rupees,
  sessions: z.number(),
  parts: z.array(z.object({ id: z.string(), name: z.string() })),
  category: z.object({ name: z.string() }).nullable(),
  endedAt: z.date().nullable(),
  createdAt: z.date(),
});
const VALUE = {
  id: 'v1',
  owner: { id: 'o1', name: 'Nimali', email: 'nimali@example.lk', profileImage: '/files/photos/a.webp' },
  price: 1500.5,
  sessions: 3,
  parts: [{ id: 'p1', name: 'Algebra' }],
  category: null,
  endedAt: null,
  createdAt: new Date('2026-01-31T09:30:00.000Z'),
};

describe('wireSchema', () => {
  test('gives objects with an id an _id before it, and keeps the order of the view', () => {
    const { shape } = wireSchema(view);
    expect(Object.keys(shape)).toEqual(['_id', 'id', 'owner', 'price', 'sessions', 'parts', 'category', 'endedAt', 'createdAt']);
    expect(shape.parts.safeParse([{ _id: 'p1', id: 'p1', name: 'Algebra' }]).success).toBe(true);
    expect(shape.parts.safeParse([{ id: 'p1', name: 'Algebra' }]).success).toBe(false);
  });

  test('makes dates texts and numbers counts, except rupees', () => {
    const { shape } = wireSchema(view);
    expect(shape.createdAt.safeParse('2026-01-31T09:30:00.000Z').success).toBe(true);
    expect(shape.sessions.safeParse(1.5).success).toBe(false);
    expect(shape.price.safeParse(1500.5).success).toBe(true);
  });

  test('takes schemas from changes, and puts an alias behind its field', () => {
    const { shape } = wireSchema(view, { price: count, sessions: 'Completed ones.' }, { total: 'sessions' });
    expect(shape.price).toBe(count);
    expect(Object.keys(shape).slice(4, 6)).toEqual(['sessions', 'total']);
  });

  test('requires a schema for a field without a rule', () => {
    expect(() => wireSchema(z.object({ extra: z.record(z.string(), z.string()) }))).toThrow('extra has no schema by rule');
  });
});

describe('toWire', () => {
  test('writes dates as texts, ids twice and addresses of the site as absolute', () => {
    expect(toWire(wireSchema(view), VALUE, 'https://vidya.test')).toEqual({
      ...VALUE,
      _id: 'v1',
      owner: { ...VALUE.owner, _id: 'o1', profileImage: 'https://vidya.test/files/photos/a.webp' },
      parts: [{ _id: 'p1', id: 'p1', name: 'Algebra' }],
      createdAt: '2026-01-31T09:30:00.000Z',
    });
  });

  test('writes a field under its other name, too, also where the schema has been described', () => {
    const schema = wireSchema(view.pick({ sessions: true }), {}, { total: 'sessions' }).openapi('Sessions');
    expect(toWire(z.array(schema), [{ sessions: 3 }])).toEqual([{ sessions: 3, total: 3 }]);
  });

  test('drops keys that the schema does not have', () => {
    const written = toWire(wireSchema(view.pick({ id: true })), VALUE);
    expect(written).toEqual({ _id: 'v1', id: 'v1' });
  });

  test('omits null where the schema is optional, and keeps it where it is nullable', () => {
    const schema = z.object({ category: z.string().optional(), reason: z.string().nullable() });
    expect(toWire(schema, { category: null, reason: null })).toEqual({ reason: null });
  });

  test('writes literals of the schema, and leaves absolute and empty addresses as they are', () => {
    const schema = z.object({ success: z.literal(true), photo: address({}), other: address({}) });
    expect(toWire(schema, { photo: 'https://elsewhere.test/a.webp', other: '' }, 'https://vidya.test')).toEqual({
      success: true,
      photo: 'https://elsewhere.test/a.webp',
      other: '',
    });
  });
});
