import { useState } from 'react';
import type { MessageView, ThreadView } from '#shared/contracts/messages.ts';

export type FirstUnreadOptions = {
  thread: ThreadView;
  messages: readonly MessageView[];
  /** Both are what the server has said since the conversation was opened. */
  isSettled: boolean;
};

/** Where the line stands that parts what was read from what was not when the conversation was opened; null where nothing is new. */
export function useFirstUnread({ thread, messages, isSettled }: FirstUnreadOptions): string | null {
  const [found, setFound] = useState<string | null>();
  if (found === undefined && isSettled) {
    const unread = thread.unread > 0 ? messages.filter(({ isOwn: isMine }) => !isMine).at(-thread.unread) : undefined;
    setFound(unread?.id ?? null);
  }
  return found ?? null;
}

/** What has come of the other side since the conversation was opened, for those who cannot see it come. */
export function useNews(newest: MessageView | undefined, name: string): string {
  const [last, setLast] = useState(newest?.id);
  const [said, setSaid] = useState('');
  if (newest && newest.id !== last) {
    setLast(newest.id);
    setSaid(`${name}: ${newest.text}`);
  }
  return said;
}
