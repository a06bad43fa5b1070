import { afterEach, describe, expect, it, vi } from 'vitest';
import { explanationOf } from '#client/api/refusals.ts';
import { refused, silence } from '#tests/support/fake-api.ts';

afterEach(() => vi.restoreAllMocks());

describe('why something did not work', () => {
  it.each([
    [true, 'Failed to update booking status'],
    [false, 'Failed to update booking status. You are offline.'],
  ])('with a network, %s: %s', (isOnline, sentence) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    expect(explanationOf(silence(), 'Failed to update booking status')).toBe(sentence);
    expect(explanationOf(silence(), 'Failed to update booking status.')).toBe(isOnline ? `${sentence}.` : sentence);
    expect(explanationOf(refused('booking.not_found'), 'Failed to update booking status')).not.toContain('offline');
  });
});
