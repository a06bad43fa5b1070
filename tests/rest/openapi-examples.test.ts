import { describe, expect, test } from 'vitest';
import { CREATED_AT, IDS } from '#server/rest/wire/examples.ts';
import { bookingStatusChanged, imagesUploaded, SUCCESS } from '#shared/messages.ts';
import { BOOKING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { calls, document, exampleIn } from './openapi-document.ts';

describe('the examples of the document', () => {
  const examples = [
    ...calls.flatMap(({ name, operation }) =>
      Object.entries(operation.responses)
        .filter(([status]) => /^2/.test(status))
        .map(([status, { content }]) => ({
          name: `${name} ${status}`,
          example: content?.['application/json'] && exampleIn(content['application/json']),
        })),
    ),
    ...Object.entries(document.webhooks).map(([name, { post }]) => ({ name, example: post.requestBody?.content['application/json']?.example })),
  ];
  const objects = examples.flatMap(({ name, example }) => objectsIn(example).map((object) => ({ name, object })));

  // spec s7.5
  test('have messages that the product has', () => {
    const sentences = [
      ...Object.values<string>(SUCCESS),
      ...BOOKING_STATUSES.map((status) => bookingStatusChanged(status)),
      imagesUploaded(1),
      'Vidya API',
    ];
    for (const { name, example } of examples) {
      const message = Object(example).message;
      if (message !== undefined) expect(sentences, name).toContain(message);
    }
  });

  // spec s7.5
  test('have consistent pages', () => {
    const pages = objects.filter(({ object }) => 'total' in object && ('pages' in object || 'totalPages' in object));
    expect(pages.length).toBeGreaterThan(6);
    for (const { name, object } of pages) {
      const { total, pages: ofSearch, totalPages = ofSearch, page, currentPage = page, hasMore = false, totalIsCapped = false } = object;
      expect({ total, totalPages, currentPage, hasMore, totalIsCapped }, name).toEqual({
        total: 1,
        totalPages: 1,
        currentPage: 1,
        hasMore: false,
        totalIsCapped: false,
      });
    }
  });

  // spec s7.5
  test('have a meeting link in confirmed bookings and a reason in cancelled ones', () => {
    const bookings = objects.filter(({ object }) => 'meetingLink' in object);
    expect(new Set(bookings.map(({ object }) => object.status))).toEqual(new Set(BOOKING_STATUSES));
    for (const { name, object } of bookings) {
      expect(object.meetingLink === null, name).toBe(object.status === 'pending' || object.status === 'cancelled');
      expect(object.cancellationReason === null, name).toBe(object.status !== 'cancelled');
      if (object.status === 'pending') expect(object.updatedAt, name).toBe(object.createdAt);
    }
    for (const path of ['/api/bookings', '/api/students/bookings'])
      expect(examples.find(({ name }) => name === `POST ${path} 201`)?.example).toMatchObject({ booking: { status: 'pending' } });
    const eventExamples = Object.entries(document.webhooks).map(([type, { post }]) => [type, post.requestBody?.content['application/json']?.example]);
    const statuses = { created: 'pending', confirmed: 'confirmed', cancelled: 'cancelled', completed: 'completed', rescheduled: 'confirmed' };
    for (const [event, status] of Object.entries(statuses))
      expect(Object.fromEntries(eventExamples)[`booking.${event}`]).toMatchObject({ data: { booking: { status } } });
  });

  test('have no later updatedAt in created records, and no contact in lists of tutors', () => {
    expect(examples.find(({ name }) => name === 'POST /api/tutors/blogs 201')?.example).toMatchObject({
      data: { createdAt: CREATED_AT, updatedAt: CREATED_AT },
    });
    expect(examples.find(({ name }) => name === 'GET /api/tutors 200')?.example).toMatchObject({ tutors: [{ phone: '', user: { email: '' } }] });
  });

  // spec s7.5
  test('use each id for one kind of record', () => {
    const kinds = new Map(Object.entries(IDS).map(([kind, id]) => [id as string, kind]));
    for (const { name, object } of objects) {
      for (const [key, id] of Object.entries(object)) {
        const [, kind] = /^(subject|topic|tutor)Id$/.exec(key) ?? [];
        if (kind !== undefined) expect(kinds.get(String(id)), `${name} ${key}`).toBe(kind);
        if (key === 'publicId') expect(kinds.get(String(id)), name).toBe('upload');
      }
    }
  });
});

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inside : [Object(value), ...inside];
}
