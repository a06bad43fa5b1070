import type { NotificationKind } from '#shared/vocabulary/notifications.ts';

export const PUSH_KINDS = [
  'booking.created',
  'booking.confirmed',
  'booking.cancelled',
  'booking.moved',
  'booking.reminder',
  'proposal.made',
  'message.received',
] as const satisfies readonly NotificationKind[];
export type PushKind = (typeof PUSH_KINDS)[number];

export function isPushKind(kind: NotificationKind): kind is PushKind {
  return PUSH_KINDS.some((pushKind) => pushKind === kind);
}

/** Contains nothing but the title: push services can see it. */
export type PushMessage = { kind: PushKind; title: string; url: string };

export function pushMessageIn(text: string): PushMessage | null {
  const message = parsed(text);
  if (typeof message !== 'object' || message === null) return null;
  const { title, url, ...rest }: { kind?: unknown; title?: unknown; url?: unknown } = message;
  const kind = PUSH_KINDS.find((pushKind) => pushKind === rest.kind);
  if (!kind || typeof title !== 'string' || title === '' || typeof url !== 'string' || !isPathOfSite(url)) return null;
  return { kind, title, url };
}

/** Browsers read a backslash as a slash, and ignore tabs and line breaks. */
function isPathOfSite(url: string): boolean {
  return /^\/(?![/\\])[^\\\s]*$/.test(url);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
