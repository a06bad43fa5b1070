import { createTRPCClient } from '@trpc/client';
import type { Client, Link } from './trpc.ts';

export function makeClient(link: Link): Client {
  return createTRPCClient({ links: [link] });
}
