import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionSign } from '#client/app/connection-sign.tsx';
import { connectionState } from '#client/lib/realtime/connection-state.ts';
import { render } from '#tests/support/render.tsx';

beforeEach(() => () => {
  vi.useRealTimers();
  connectionState.set('live');
});

/** Shown from here on, with the time in the hands of the test. */
async function sign() {
  const { container } = await render(<ConnectionSign />);
  vi.useFakeTimers();
  return {
    says: () => container.querySelector('[role="status"]')?.textContent,
    become: (state: 'live' | 'polled' | 'cut') => act(async () => connectionState.set(state)),
    pass: (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms))),
  };
}

// spec realtime.7 | S6 | A quiet "Reconnecting…" while nothing comes through | src/client/app/connection-sign.tsx
describe('the sign of the connection', () => {
  it('says nothing of a cut that is over within three seconds', async () => {
    const { says, become, pass } = await sign();
    await become('cut');
    await pass(2999);
    expect(says()).toBe('');
    await become('live');
    await pass(10_000);
    expect(says()).toBe('');
  });

  it.each(['live', 'polled'] as const)('says that it is being looked for, until news come again: %s', async (state) => {
    const { says, become, pass } = await sign();
    await become('cut');
    await pass(3000);
    expect(says()).toBe('Reconnecting…');
    await become(state);
    expect(says()).toBe('');
  });

  it('says at once that the browser is offline', async () => {
    const { says, become, pass } = await sign();
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await act(async () => void window.dispatchEvent(new Event('offline')));
    expect(says()).toBe('You are offline');
    await become('cut');
    await pass(3000);
    expect(says()).toBe('You are offline');
    onLine.mockReturnValue(true);
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(says()).toBe('Reconnecting…');
  });
});
