import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorMessageWithReason, isFinal } from '#client/lib/rpc/errors.ts';
import { apiError, networkError } from '#tests/support/fake-api.ts';

afterEach(() => vi.restoreAllMocks());

describe('why something did not work', () => {
  it.each([
    [true, 'Failed to update booking status'],
    [false, 'Failed to update booking status. You are offline.'],
  ])('with a network, %s: %s', (isOnline, sentence) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    expect(errorMessageWithReason(networkError(), 'Failed to update booking status')).toBe(sentence);
    expect(errorMessageWithReason(networkError(), 'Failed to update booking status.')).toBe(isOnline ? `${sentence}.` : sentence);
    expect(errorMessageWithReason(apiError('booking.not_found'), 'Failed to update booking status')).not.toContain('offline');
  });
});

it('only what the server has understood and refused is refused for good', () => {
  const outcomes = (['booking.not_found', 'auth.role', 'auth.expired', 'request.limited', 'server.unavailable'] as const).map((code) =>
    isFinal(apiError(code)),
  );
  expect([...outcomes, isFinal(networkError()), isFinal(new Error('a bug'))]).toEqual([true, true, false, false, false, false, false]);
});
