import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Loader, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { startDownload } from '#client/ui/start-download.ts';
import { toast } from '#client/ui/toasts.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { ArchiveView } from '#shared/contracts/archives.ts';

const LOAD_FAILED = msg`Failed to fetch your data`;
const REQUEST_FAILED = msg`Failed to ask for your data. Please try again.`;
const DOWNLOAD_FAILED = msg`Failed to download your data. Please try again.`;
/** An event tells when it is ready; nothing tells when it has failed. */
const CHECK_MS = 15_000;

export function YourData() {
  const { t, i18n } = useLingui();
  const { appName } = pageConfig();
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(
    trpc.archives.own.queryOptions(undefined, {
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state }) => (state.data?.state === 'making' ? CHECK_MS : false),
    }),
  );

  return (
    <>
      <Text c="dimmed" mt={4}>
        <Trans>
          Get a copy of what {appName} stores about you: your account, bookings, messages, reviews and the files you uploaded, in one ZIP file. Making
          it takes a few minutes, and you can download it for one day.
        </Trans>
      </Text>
      {data !== undefined && <ArchivePanel archive={data} />}
      {data === undefined && error && (
        <QueryError title={t`Error Loading Your Data`} message={errorMessageWithReason(error, i18n._(LOAD_FAILED))} query={{ isFetching, refetch }} />
      )}
      {data === undefined && !error && (
        <Loading label={t`Loading your data…`}>
          <Skeleton height={44} mt="md" width="12rem" />
        </Loading>
      )}
    </>
  );
}

function ArchivePanel({ archive }: { archive: ArchiveView }) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const request = useMutation(trpc.archives.request.mutationOptions());
  const link = useMutation(trpc.archives.link.mutationOptions());
  const returnFocus = useReturnFocus(request.isPending || link.isPending);

  const askForCopy = useOneAtATime(async () => {
    returnFocus();
    try {
      const requested = await request.mutateAsync();
      await queryClient.cancelQueries(trpc.archives.own.pathFilter());
      queryClient.setQueryData(trpc.archives.own.queryKey(), requested);
    } catch (error) {
      toast.error(errorMessageWithReason(error, i18n._(REQUEST_FAILED)));
      if (toApiError(error)?.code === 'archive.in_progress') await queryClient.invalidateQueries(trpc.archives.own.pathFilter());
    }
  });

  const download = useOneAtATime(async () => {
    returnFocus();
    try {
      const { url } = await link.mutateAsync({ id: archive?.id ?? '' });
      startDownload(url);
      toast.info(t`Your download has started.`);
    } catch (error) {
      toast.error(errorMessageWithReason(error, i18n._(DOWNLOAD_FAILED)));
      if (toApiError(error)?.code === 'archive.not_found') await queryClient.invalidateQueries(trpc.archives.own.pathFilter());
    }
  });

  return (
    <>
      <Box role="status">
        <ArchiveState archive={archive} />
      </Box>
      <Group gap="0.5rem 0.75rem" mt="md">
        {archive?.state === 'ready' && (
          <Button leftSection={<Download size={18} aria-hidden="true" />} loading={link.isPending} onClick={() => void download()}>
            <Trans>Download</Trans>
          </Button>
        )}
        {archive?.state !== 'making' && (
          <Button variant="default" loading={request.isPending} onClick={() => void askForCopy()}>
            {i18n._(REQUEST_LABELS[archive?.state ?? 'none'])}
          </Button>
        )}
      </Group>
    </>
  );
}

const REQUEST_LABELS = { none: msg`Download my data`, failed: msg`Try again`, ready: msg`Make a new copy` } as const;

function ArchiveState({ archive }: { archive: ArchiveView }): ReactNode {
  if (archive?.state === 'making')
    return (
      <Group gap="sm" mt="md" wrap="nowrap">
        <Loader size={20} aria-hidden="true" />
        <Text fw={600}>
          <Trans>We are making your copy. You can leave this page: we notify you when it is ready.</Trans>
        </Text>
      </Group>
    );
  if (archive?.state === 'failed')
    return (
      <Text c="red" mt="md">
        <Trans>We could not make your copy.</Trans>
      </Text>
    );
  if (archive?.expiresAt) {
    const size = formatSize(archive.bytes ?? 0);
    return (
      <Text fw={600} mt="md">
        <Trans>
          Your copy is ready ({size}). You can download it until <ZonedInstant at={archive.expiresAt} />.
        </Trans>
      </Text>
    );
  }
  return null;
}

function formatSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
