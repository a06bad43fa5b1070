import type { MessagesPage, MessageView } from '#shared/contracts/messages.ts';

/** What is known of a conversation. */
export type KnownMessages = {
  /** The oldest first. */
  messages: readonly MessageView[];
  /** Where the older ones begin; null where there are none. */
  olderCursor: string | null;
};

/** The newest page over what was known. Where so many have come that the two do not meet, the page alone counts. */
export function withNewest(known: KnownMessages | null, { messages, nextCursor }: MessagesPage): KnownMessages {
  const newest = messages.toReversed();
  const ids = new Set(newest.map(({ id }) => id));
  const meet = nextCursor === null || known?.messages.some(({ id }) => ids.has(id));
  if (!known || !meet) return { messages: newest, olderCursor: nextCursor };

  // One that was just sent is missing from a page that was asked for before.
  const others = known.messages.filter(({ id }) => !ids.has(id));
  const all = [...others, ...newest].toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  return { messages: all, olderCursor: known.messages.length > 0 ? known.olderCursor : nextCursor };
}

/** An older page before what is known, unless that has begun anew since the page was asked for. */
export function withOlder(known: KnownMessages, cursor: string, { messages, nextCursor }: MessagesPage): KnownMessages {
  if (known.olderCursor !== cursor) return known;
  return { messages: [...messages.toReversed(), ...known.messages], olderCursor: nextCursor };
}
