import { createTRPCClient } from '@trpc/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeLiveLink } from '#client/lib/realtime/connection.ts';
import { connectionState } from '#client/lib/realtime/connection-state.ts';
import { makeReadFrom } from '#client/lib/realtime/read-from.ts';
import { makeSession } from '#client/lib/session/session-store.ts';
import type { AppRouter } from '#server/api/router.ts';
import { fakeSockets } from '#tests/support/fake-sockets.ts';
import { STUDENT } from '#tests/support/render.tsx';

const OWN = 'Bearer a-token';
const sockets = fakeSockets();
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const reset = { type: 'reset' } as const;
const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
  connectionState.set('live');
});

/** A page of somebody who is signed in, whose answers the test gives. */
function aPage() {
  const session = makeSession();
  session.begin({ token: 'a-token', user: STUDENT }, { isRemembered: true });
  const readFrom = makeReadFrom(session);
  const load = () => Promise.reject(new Error('nobody is to poll'));
  const client = createTRPCClient<AppRouter>({ links: [makeLiveLink({ session: { ...session, check: async () => {} }, readFrom, load })] });
  const heard: string[] = [];
  const follow = () => void ends.push(client.inbox.stream.subscribe({}, { onData: ({ id }) => heard.push(id) }).unsubscribe);
  return { session, heard, follow, readFrom };
}

async function opened(page: ReturnType<typeof aPage>) {
  page.follow();
  await pass(0);
  sockets.last().open();
  await pass(0);
  return sockets.last();
}

describe('where the stream of a page begins', () => {
  // spec s14-live.5 | S14 4 | A stream begins where the oldest of the first answers was read, and waits for the first of them |
  //   src/client/lib/realtime/read-from.ts, src/client/lib/realtime/connection.ts
  it('is where the oldest of the answers before it was read, and the first answer is waited for', async () => {
    const page = aPage();
    const [first, second] = [page.readFrom.follow(OWN), page.readFrom.follow(OWN)];
    const socket = await opened(page);
    expect(socket.subscriptions()).toEqual([]);
    first('12 1700000000000');
    await pass(0);
    expect(socket.subscriptions()).toEqual([{ path: 'inbox.stream', after: '12.0' }]);
    second('12 1700000000500');
    expect(page.heard).toEqual([]);
    expect(page.readFrom.at()).toBe(1_700_000_000_000);
  });

  // spec s14-live.5
  it('is unknown where no answer came, or only those to somebody else', async () => {
    const page = aPage();
    const failed = page.readFrom.follow(OWN);
    page.readFrom.follow('Bearer another-token')('3 1700000000000');
    page.readFrom.follow(null)('3 1700000000000');
    const socket = await opened(page);
    failed(null);
    await pass(0);
    expect(socket.subscriptions()).toEqual([{ path: 'inbox.stream', after: undefined }]);
  });

  // spec s14-live.6 | S14 4 | What was read before the place where the stream began, and arrives after it, has everything read again |
  //   src/client/lib/realtime/read-from.ts
  it('has everything read again when something older was still on its way, and only then', async () => {
    const page = aPage();
    const [first, late] = [page.readFrom.follow(OWN), page.readFrom.follow(OWN)];
    first('12 1700000000000');
    const socket = await opened(page);
    const afterwards = page.readFrom.follow(OWN);
    afterwards('11 1700000000000');
    expect(page.heard).toEqual([]);
    late('11 1700000000000');
    expect(page.heard).toEqual(['12.0']);
    expect(socket.subscriptions()).toHaveLength(1);
  });

  // spec s14-live.7 | S14 4 | A stream that is left and followed again continues after its last event; that of another account does not |
  //   src/client/lib/realtime/read-from.ts
  it('is after the last event when it is followed again, and nowhere for the next account in this tab', async () => {
    const page = aPage();
    page.readFrom.follow(OWN)('12 1700000000000');
    const socket = await opened(page);
    socket.emit('inbox.stream', { id: '13.0', data: reset });
    for (const end of ends.splice(0)) end();
    page.follow();
    await pass(0);
    expect(sockets.last().subscriptions().at(-1)).toEqual({ path: 'inbox.stream', after: '13.0' });
    page.session.end();
    page.session.begin({ token: 'the-next', user: { ...STUDENT, id: 'somebody-else' } }, { isRemembered: true });
    expect([page.readFrom.cursor(), page.readFrom.at()]).toEqual([undefined, undefined]);
  });
});
