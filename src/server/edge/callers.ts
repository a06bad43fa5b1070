import { isIPv4 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import type { Actor, Client, Session } from '#server/core/context.ts';
import { findLoggedRequest, type LoggedRequest } from '#server/core/logged-request.ts';
import { acceptedLocale } from '#shared/domain/accept-language.ts';

export type Lookup = (token: string) => Promise<Actor | null>;

/** If the database does not answer, the session state is `failed`, and the procedure answers with its own error message. */
export async function readSession(authorization: string | undefined, findActor: Lookup): Promise<Session> {
  const token = tokenIn(authorization);
  if (token === null) return { state: 'none' };
  try {
    const actor = await findActor(token);
    return actor ? { state: 'actor', actor } : { state: 'rejected' };
  } catch (error) {
    return { state: 'failed', error };
  }
}

/** Clients with nothing stored send `Bearer null` or an empty header. */
function tokenIn(authorization: string | undefined): string | null {
  const token = /^bearer\s+(.*)$/i.exec(authorization?.trim() ?? '')?.[1]?.trim() ?? '';
  return ['', 'null', 'undefined'].includes(token) ? null : token;
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

type From = { address: string | undefined; device: string | null; request: LoggedRequest | null };

export function clientOf(headers: Headers, { address = '', device, request }: From): Client {
  const { 'user-agent': userAgent, 'accept-language': languages } = headers;
  return {
    address: networkOf(address),
    userAgent: typeof userAgent === 'string' ? userAgent : '',
    device,
    hasDeviceCookie: device !== null,
    locale: acceptedLocale(typeof languages === 'string' ? languages : null),
    request,
  };
}

export const loggedRequestOf = ({ env }: Context): LoggedRequest | null => findLoggedRequest((env as Partial<HttpBindings> | undefined)?.incoming);

export function nameRoute(c: Context, route: string): void {
  const request = loggedRequestOf(c);
  if (request) request.route = route;
}

/** An IPv4 address, or the /64 prefix of an IPv6 address, which is what one subscriber gets. */
function networkOf(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address;
  const plain = ipaddr.process(address);
  return plain instanceof ipaddr.IPv6 ? `${new ipaddr.IPv6([...plain.parts.slice(0, 4), 0, 0, 0, 0])}/64` : plain.toString();
}

/** Only the entry of the nearest proxy is trusted; a client can send any other. */
export function lastOf(forwarded: string | string[] | undefined): string | undefined {
  return (
    String(forwarded ?? '')
      .split(',')
      .at(-1)
      ?.trim() || undefined
  );
}
