import { Badge, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { useConfirmation } from '#client/lib/forms/use-confirmation.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { BY_CURSOR, useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Empty, Loading, QueryError } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useOpener } from '#client/ui/use-opener.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { AnnouncementView } from '#shared/contracts/announcements.ts';
import { TRANSLATED_LOCALES } from '#shared/vocabulary/locales.ts';
import { AUDIENCE_LABELS } from './announcement-form.tsx';

const FETCH_FAILED = 'Failed to fetch announcements';

export function AnnouncementsSent() {
  const [announcementToWithdraw, setAnnouncementToWithdraw] = useState<AnnouncementView | null>(null);
  // An announcement that is withdrawn has no button any more.
  const { setOpener } = useOpener(announcementToWithdraw !== null);
  const trpc = useTRPC();
  const query = useInfiniteQuery(trpc.announcements.list.infiniteQueryOptions({}, BY_CURSOR));
  const sent = query.data?.pages.flatMap(({ announcements }) => announcements) ?? [];

  return (
    <section aria-labelledby="announcements-sent">
      <Title order={2} size="h3" id="announcements-sent" mb="sm">
        Sent
      </Title>
      {query.isPending && (
        <Loading>
          <Skeleton height={120} />
        </Loading>
      )}
      {query.isError && sent.length === 0 && (
        <QueryError title="Announcements could not be loaded" message={errorMessageWithReason(query.error, FETCH_FAILED)} query={query} />
      )}
      {query.isSuccess && sent.length === 0 && (
        <Empty title="No announcements yet" text="Announcements you send appear here. You can withdraw them." icon={<Megaphone size={26} />} />
      )}
      <Stack component="ul" gap="0.875rem">
        {sent.map((announcement) => (
          <SentItem
            key={announcement.id}
            announcement={announcement}
            onWithdraw={() => {
              setOpener();
              setAnnouncementToWithdraw(announcement);
            }}
          />
        ))}
      </Stack>
      <MoreOfList pages={query} failure={FETCH_FAILED} />
      <WithdrawDialog announcement={announcementToWithdraw} onClose={() => setAnnouncementToWithdraw(null)} />
    </section>
  );
}

function SentItem({ announcement, onWithdraw }: { announcement: AnnouncementView; onWithdraw: () => void }) {
  const { title, message, audience, action, translations, sentBy, withdrawnAt, createdAt } = announcement;
  return (
    <Card component="li" shadow="none" p="1rem 1.125rem">
      <Stack gap="xs">
        <Group gap="0.375rem 0.75rem">
          <Text component="h3" fw={700}>
            {title}
          </Text>
          <Badge color="blue">{AUDIENCE_LABELS[audience]}</Badge>
          {withdrawnAt && <Badge color="gray">Withdrawn</Badge>}
        </Group>
        <Text style={{ whiteSpace: 'pre-line' }}>{message}</Text>
        {action && (
          <Text size="sm" c="dimmed">
            {action.label}: {action.url}
          </Text>
        )}
        {TRANSLATED_LOCALES.map((locale) => {
          const written = translations[locale];
          if (!written) return null;
          return (
            <div key={locale} lang={locale}>
              <Text fw={600}>{written.title}</Text>
              <Text style={{ whiteSpace: 'pre-line' }}>{written.message}</Text>
              {action && written.actionLabel !== '' && (
                <Text size="sm" c="dimmed">
                  {written.actionLabel}
                </Text>
              )}
            </div>
          );
        })}
        <Group justify="space-between" gap="0.5rem 1rem">
          <Text size="sm" c="dimmed">
            <ZonedInstant at={createdAt} />
            {sentBy !== '' && <span> by {sentBy}</span>}
          </Text>
          {!withdrawnAt && (
            <Button variant="default" size="sm" aria-label={`Withdraw ${title}`} onClick={onWithdraw}>
              Withdraw
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}

type WithdrawDialogProps = { announcement: AnnouncementView | null; onClose: () => void };

function WithdrawDialog({ announcement, onClose }: WithdrawDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // Keeps its text while the dialog closes.
  const [lastAnnouncement, setLastAnnouncement] = useState(announcement);
  if (announcement && announcement !== lastAnnouncement) setLastAnnouncement(announcement);
  const withdraw = useMutation(trpc.announcements.withdraw.mutationOptions());
  const confirm = useConfirmation({
    mutation: withdraw,
    input: { id: lastAnnouncement?.id ?? '' },
    fallbackMessage: 'Failed to withdraw the announcement. Please try again.',
    toast,
    onClose,
    onDone: () => queryClient.invalidateQueries(trpc.announcements.pathFilter()),
  });
  return (
    <ConfirmDialog
      opened={announcement !== null}
      type="warning"
      title="Withdraw this announcement?"
      message={`“${lastAnnouncement?.title ?? ''}” will not be delivered to anyone else. People who already have it keep it.`}
      confirmLabel="Withdraw"
      cancelLabel="Keep it"
      isProcessing={withdraw.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
