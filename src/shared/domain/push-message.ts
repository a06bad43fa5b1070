import type { NotificationKind } from '#shared/vocabulary/content.ts';

/** The news that browsers are told of while no page is open. */
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
  return PUSH_KINDS.some((known) => known === kind);
}

/** What a push service carries: nothing that says more than the title. */
export type PushMessage = { kind: PushKind; title: string; url: string };

/** The message in this text; null for anything but one of ours, or one that leads away from the site. */
export function pushMessageIn(text: string): PushMessage | null {
  const message = parsed(text);
  if (typeof message !== 'object' || message === null) return null;
  const { kind, title, url }: { kind?: unknown; title?: unknown; url?: unknown } = message;
  const known = PUSH_KINDS.find((one) => one === kind);
  if (!known || typeof title !== 'string' || title === '' || typeof url !== 'string' || !isPathOfSite(url)) return null;
  return { kind: known, title, url };
}

/** A browser reads a backslash as a slash, and leaves out tabs and line breaks. */
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
