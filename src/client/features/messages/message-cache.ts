import type { trpc } from '#client/lib/rpc/trpc.ts';
import type { MessageView, ThreadView } from '#shared/contracts/messages.ts';

type Utils = ReturnType<typeof trpc.useUtils>;

export function updateThread({ messages }: Utils, thread: ThreadView): void {
  messages.thread.setData({ id: thread.id }, thread);
  messages.threads.setInfiniteData({}, (list) => {
    if (!list) return list;
    const pages = list.pages.map((page) => ({ ...page, threads: page.threads.map((listed) => (listed.id === thread.id ? thread : listed)) }));
    return { ...list, pages };
  });
}

export function findListedThread({ messages }: Utils, id: string): ThreadView | undefined {
  const pages = messages.threads.getInfiniteData({})?.pages ?? [];
  return pages.flatMap(({ threads }) => threads).find((thread) => thread.id === id);
}

export function addSentMessage({ messages }: Utils, threadId: string, message: MessageView): void {
  messages.list.setData({ threadId }, (page) => {
    if (!page || page.messages.some(({ id }) => id === message.id)) return page;
    return { ...page, messages: [message, ...page.messages] };
  });
  void messages.threads.invalidate();
}
