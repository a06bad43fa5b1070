import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getNow, setServerTime, useMinuteClock } from '#client/ui/clock.ts';
import { render } from '#tests/support/render.tsx';

const NOON = new Date('2026-11-23T12:00:00Z');
const SECOND = 1000;
const DAY = 24 * 3_600_000;
const headerAt = (difference: number): string => new Date(NOON.getTime() + difference).toUTCString();

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  setServerTime(headerAt(0));
});
afterEach(() => {
  vi.useRealTimers();
});

function Clock() {
  return <p>{useMinuteClock().toISOString()}</p>;
}

// spec states.44 | S4 | A browser whose clock is wrong goes by the server’s | src/client/ui/clock.ts
describe('a browser whose clock is wrong', () => {
  it.each([
    ['a day behind', DAY],
    ['a day ahead', -DAY],
    ['31 seconds behind', 31 * SECOND],
  ])('goes by the clock of the server (%s)', (_, difference) => {
    setServerTime(headerAt(difference));
    expect(getNow()).toEqual(new Date(NOON.getTime() + difference));
  });

  it('shows the right time as soon as the server has answered', async () => {
    await render(<Clock />);
    expect(screen.getByRole('paragraph').textContent).toBe('2026-11-23T12:00:00.000Z');
    await act(async () => setServerTime(headerAt(DAY)));
    expect(screen.getByRole('paragraph').textContent).toBe('2026-11-24T12:00:00.000Z');
  });

  it('goes by its own again once it was put right', () => {
    setServerTime(headerAt(DAY));
    setServerTime(headerAt(0));
    expect(getNow()).toEqual(NOON);
  });
});

describe('a browser whose clock is right', () => {
  // spec states.44
  it.each([
    ['half a minute of delay', headerAt(-30 * SECOND)],
    ['an answer without a date', null],
    ['a date that is none', 'yesterday'],
  ])('is believed, whatever an answer says: %s', (_, header) => {
    setServerTime(header);
    expect(getNow()).toEqual(NOON);
  });
});
