import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import type { ShellEntry } from '#client/ui/shell-types.ts';
import { badgeText } from '#shared/domain/notification-badge.ts';

export function useMessagesEntry(): ShellEntry {
  const { t } = useLingui();
  const trpc = useTRPC();
  const { data: unread = 0 } = useQuery(trpc.messages.unreadCount.queryOptions());
  const count = unread > 0 ? { shown: badgeText(unread), label: t`${unread} unread` } : undefined;
  return { label: t`Messages`, icon: MessageCircle, link: { to: '/messages' }, count };
}
