import type { Client } from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

export type { components, operations, paths, webhooks } from './schema.d.ts';

/** The shapes of the reference by name: `Schemas['Booking']`. */
export type Schemas = components['schemas'];

export type ClientOptions = {
  /** The origin of a site, without a path: `https://vidya.example`. */
  baseUrl: string;
  /** A session token or an API key, or what finds one for each call; without it calls are made as a visitor. */
  token?: string | (() => string | undefined | Promise<string | undefined>);
  fetch?: (request: Request) => Promise<Response>;
};

/** Every call answers `{ data, error, response }`: `data` when it was done, otherwise the refusal in `error`; it throws only when nobody answers. */
export function createClient(options: ClientOptions): Client<paths>;
