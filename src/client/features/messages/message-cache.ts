import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '#client/lib/rpc/trpc.ts';
import type { MessageView, ThreadView } from '#shared/contracts/messages.ts';

type MessageCache = { trpc: Api; queryClient: QueryClient };

export function updateThread({ trpc: { messages }, queryClient }: MessageCache, thread: ThreadView): void {
  queryClient.setQueryData(messages.thread.queryKey({ id: thread.id }), thread);
  queryClient.setQueryData(messages.threads.infiniteQueryKey({}), (list) => {
    if (!list) return list;
    const pages = list.pages.map((page) => ({ ...page, threads: page.threads.map((listed) => (listed.id === thread.id ? thread : listed)) }));
    return { ...list, pages };
  });
}

export function findListedThread({ trpc: { messages }, queryClient }: MessageCache, id: string): ThreadView | undefined {
  const pages = queryClient.getQueryData(messages.threads.infiniteQueryKey({}))?.pages ?? [];
  return pages.flatMap(({ threads }) => threads).find((thread) => thread.id === id);
}

export function addSentMessage({ trpc: { messages }, queryClient }: MessageCache, threadId: string, message: MessageView): void {
  queryClient.setQueryData(messages.list.queryKey({ threadId }), (page) => {
    if (!page || page.messages.some(({ id }) => id === message.id)) return page;
    return { ...page, messages: [message, ...page.messages] };
  });
  void queryClient.invalidateQueries(messages.threads.pathFilter());
}
