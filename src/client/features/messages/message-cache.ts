import type { trpc } from '#client/lib/rpc/trpc.ts';
import type { MessageView, ThreadView } from '#shared/contracts/messages.ts';

type Utils = ReturnType<typeof trpc.useUtils>;

/** Shows everywhere at once what the server has made of a conversation. */
export function keepThread({ messages }: Utils, thread: ThreadView): void {
  messages.thread.setData({ id: thread.id }, thread);
  messages.threads.setInfiniteData({}, (known) => {
    if (!known) return known;
    const pages = known.pages.map((page) => ({ ...page, threads: page.threads.map((one) => (one.id === thread.id ? thread : one)) }));
    return { ...known, pages };
  });
}

/** Of a conversation that the list has, what the list knows of it. */
export function listedThread({ messages }: Utils, id: string): ThreadView | undefined {
  const pages = messages.threads.getInfiniteData({})?.pages ?? [];
  return pages.flatMap(({ threads }) => threads).find((thread) => thread.id === id);
}

/** Shows at once what was sent. */
export function keepSent({ messages }: Utils, threadId: string, message: MessageView): void {
  messages.list.setData({ threadId }, (page) => {
    if (!page || page.messages.some(({ id }) => id === message.id)) return page;
    return { ...page, messages: [message, ...page.messages] };
  });
  void messages.threads.invalidate();
}
