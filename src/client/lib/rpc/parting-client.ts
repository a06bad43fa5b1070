import { httpLink } from '@trpc/client';
import { session } from '#client/lib/session/session.ts';
import { transformer } from '#shared/transformer.ts';
import { makeClient } from './client.ts';
import type { Client } from './trpc.ts';

/** For calls while the page is being left: each is sent at once, without waiting for others, and the browser finishes it after the page. */
export function makePartingClient(): Client {
  const token = session.token();
  return makeClient(
    httpLink({
      url: '/trpc',
      transformer,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      fetch: (input, init) => globalThis.fetch(input, { ...init, keepalive: true }),
    }),
  );
}
