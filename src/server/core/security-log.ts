import type { ErrorCode } from '#shared/errors.ts';
import type { Ctx } from './context.ts';
import type { DomainEvent } from './events.ts';
import { requestField } from './logged-request.ts';
import type { SecurityEntry } from './observations.ts';

const REFUSALS: readonly string[] = [
  'auth.by_key',
  'auth.challenge',
  'auth.code',
  'auth.credentials',
  'auth.current_password',
  'auth.expired',
  'auth.google_failed',
  'auth.google_mismatch',
  'auth.google_unverified',
  'auth.link',
  'auth.passkey',
  'auth.role',
  'auth.second_factor_code',
  'auth.suspended',
  'request.limited',
] satisfies ErrorCode[];

export const isSecurityRefusal = (code: string): boolean => REFUSALS.includes(code);

type Observing = Pick<Ctx, 'observe' | 'signer' | 'client'>;

export function observeSecurity({ observe, signer, client }: Observing, entry: Omit<SecurityEntry, 'network' | 'request'>): void {
  const network = client.address === '' ? '' : signer.mac('security log', client.address).slice(0, 12);
  observe({ of: 'security', entry: { ...entry, network, ...requestField(client.request) } });
}

/** Null for events that are not about access. */
export function toSecurityEntry(event: DomainEvent): Omit<SecurityEntry, 'network'> | null {
  switch (event.type) {
    case 'account.registered':
    case 'device.added':
    case 'password.changed':
      return { event: event.type, userId: event.userId };
    case 'account.closed':
      return { event: event.type, userId: event.userId, details: { by: event.by } };
    case 'password.reset_asked':
    case 'email.changed':
      return { event: event.type, userId: null };
    case 'second_factor.changed':
      return { event: event.type, userId: event.userId, details: { change: event.change.kind } };
    case 'sensitive_action.taken':
      return { event: event.type, userId: event.userId, details: { action: event.action.kind } };
    case 'access.revoked':
      return { event: event.type, userId: event.userId, details: { cause: event.cause } };
    case 'admin.acted':
      return { event: event.type, userId: event.entry.actor?.id ?? null, details: { action: event.entry.action, subject: event.entry.subject.id } };
    default:
      return null;
  }
}
