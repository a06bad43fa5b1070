import { TRPCUntypedClient } from '@trpc/client';
import { type LinkOptions, makeHttpLink } from './http-link.ts';
import type { UntypedClient } from './trpc.ts';

export const makeHttpClient = (options: LinkOptions): UntypedClient => new TRPCUntypedClient({ links: [makeHttpLink(options)] });
