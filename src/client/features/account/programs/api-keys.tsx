import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { useDialog } from '#client/features/account/dialog-draft.ts';
import { IconRow, RowText, RowTitle } from '#client/features/account/icon-row.tsx';
import { OneTimeSecret } from '#client/features/account/one-time-secret.tsx';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { detectLang } from '#client/ui/detect-lang.ts';
import { lazyDialog, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { ApiKeyView, CreatedApiKey } from '#shared/contracts/api-keys.ts';
import { relativeTime } from '#shared/domain/relative-time.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { SUCCESS } from '#shared/messages.ts';
import { API_KEYS } from '#shared/vocabulary/account-limits.ts';
import { apiKeyDraft, SCOPE_TEXT } from './api-key.ts';
import { ProgramList, ReferenceLink } from './program-list.tsx';

const LOAD_FAILED = msg`Failed to fetch your API keys`;
const COPY = {
  label: msg`Copy key`,
  done: msg`Key copied`,
  failed: msg`The key could not be copied. Please select it and copy it by hand.`,
} as const;

const ApiKeyDialog = lazyDialog(() => import('./api-key-dialog.tsx').then((module) => module.ApiKeyDialog));

export function ApiKeys() {
  const { t, i18n } = useLingui();
  const { appName } = pageConfig();
  const trpc = useTRPC();
  const { data: keys, error, isFetching, refetch } = useQuery(trpc.apiKeys.list.queryOptions(undefined, { refetchOnWindowFocus: 'always' }));

  return (
    <>
      <Text c="dimmed" mt={4}>
        <Trans>
          With an API key, a program can use {appName} for you, for example to copy bookings into a spreadsheet. Anyone with the key can act as you,
          so keep it as secret as your password.
        </Trans>
      </Text>
      <ReferenceLink />
      {keys && <KeyList keys={keys} />}
      {!keys && error && (
        <QueryError title={t`Error Loading API Keys`} message={errorMessageWithReason(error, i18n._(LOAD_FAILED))} query={{ isFetching, refetch }} />
      )}
      {!keys && !error && (
        <Loading label={t`Loading your API keys…`}>
          <Skeleton height={88} />
        </Loading>
      )}
    </>
  );
}

function KeyList({ keys }: { keys: ApiKeyView[] }) {
  const { t } = useLingui();
  const { perUser: limit } = API_KEYS;
  const now = useMinuteClock();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const name = created?.name ?? '';
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKeyView | null>(null);
  const dialog = useDialog(apiKeyDraft);
  const createButton = useRef<HTMLButtonElement>(null);
  const listRef = useRef<HTMLDivElement>(null);

  async function handleCreated({ key, ...view }: CreatedApiKey): Promise<void> {
    dialog.finish();
    setCreated({ key, ...view });
    toast.success(SUCCESS.apiKeyCreated);
    await queryClient.cancelQueries(trpc.apiKeys.list.pathFilter());
    queryClient.setQueryData(trpc.apiKeys.list.queryKey(), (current) => current && [view, ...current.filter(({ id }) => id !== view.id)]);
    await queryClient.invalidateQueries(trpc.apiKeys.list.pathFilter());
  }

  function hide(): void {
    setCreated(null);
    (createButton.current ?? listRef.current)?.focus();
  }

  return (
    <>
      {created && keys.some(({ id }) => id === created.id) && (
        <OneTimeSecret
          key={created.id}
          label={t`Your new API key “${name}”`}
          value={created.key}
          copy={COPY}
          actions={
            <Button variant="default" onClick={hide}>
              <Trans>Done</Trans>
            </Button>
          }
          hint={t`It works until you revoke it. Send it in the header “Authorization: Bearer”, followed by the key.`}
        />
      )}
      <ProgramList
        ref={listRef}
        label={t`API keys`}
        emptyText={t`You have no API keys. Make a separate key for each program, and you can revoke one without affecting the others.`}
      >
        {keys.map((key) => (
          <ApiKeyRow key={key.id} apiKey={key} now={now} onRevoke={() => setKeyToRevoke(key)} />
        ))}
      </ProgramList>
      {keys.length < limit ? (
        <Button ref={createButton} mt="md" variant="default" {...preloadOnIntent(ApiKeyDialog)} onClick={dialog.open}>
          <Trans>Make an API key</Trans>
        </Button>
      ) : (
        <Text c="dimmed" mt={4}>
          <Trans>You have {limit} API keys, which is the limit. Revoke one to make another.</Trans>
        </Text>
      )}
      <ApiKeyDialog key={dialog.key} opened={dialog.isOpen} onCreated={(created) => void handleCreated(created)} onClose={dialog.close} />
      <RevokeKeyDialog apiKey={keyToRevoke} onClose={() => setKeyToRevoke(null)} onRevoked={() => listRef.current?.focus()} />
    </>
  );
}

type ApiKeyRowProps = { apiKey: ApiKeyView; now: Date; onRevoke: () => void };

function ApiKeyRow({ apiKey: { id, name, scope, hint, createdAt, lastUsedAt }, now, onRevoke }: ApiKeyRowProps) {
  const { t, i18n } = useLingui();
  const ago = lastUsedAt && relativeTime(lastUsedAt, now, textsOf(i18n));
  return (
    <IconRow
      icon={KeyRound}
      action={
        <Button variant="default" aria-describedby={`key-${id}`} {...preloadOnIntent(ConfirmDialog)} onClick={onRevoke}>
          <Trans>Revoke</Trans>
        </Button>
      }
    >
      <RowTitle>
        <Text component="strong" fw={600} id={`key-${id}`} dir="auto" lang={detectLang(name)}>
          {name}
        </Text>
        <Badge color={scope === 'write' ? 'yellow' : 'teal'}>{i18n._(SCOPE_TEXT[scope].label)}</Badge>
      </RowTitle>
      <RowText>
        <Text component="code" inherit ff="monospace" c="var(--mantine-color-text)">
          {API_KEYS.prefix}
          {hint}…
        </Text>
      </RowText>
      <RowText>
        <Trans>
          Made on <ZonedInstant at={createdAt} />
        </Trans>
      </RowText>
      <RowText>{ago ? t`Last used ${ago}` : t`Never used`}</RowText>
    </IconRow>
  );
}

const REVOKE_FAILED = msg`Failed to revoke the API key. Please try again.`;

type RevokeKeyDialogProps = { apiKey: ApiKeyView | null; onClose: () => void; onRevoked: () => void };

function RevokeKeyDialog({ apiKey, onClose, onRevoked }: RevokeKeyDialogProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [shown, setShown] = useState(apiKey);
  if (apiKey && apiKey !== shown) setShown(apiKey);
  const name = shown?.name ?? '';
  const revoke = useMutation(trpc.apiKeys.revoke.mutationOptions());
  const returnFocus = useReturnFocus(revoke.isPending);

  const close = () => {
    revoke.reset();
    onClose();
  };
  const handleConfirm = useOneAtATime(async () => {
    if (!shown) return;
    try {
      const { message } = await revoke.mutateAsync({ id: shown.id });
      toast.success(message);
    } catch (error) {
      // Any other error keeps the question open; a missing key was revoked elsewhere.
      if (toApiError(error)?.code !== 'key.not_found') return;
      toast.error(errorMessageWithReason(error, i18n._(REVOKE_FAILED)));
    }
    close();
    await queryClient.cancelQueries(trpc.apiKeys.list.pathFilter());
    queryClient.setQueryData(trpc.apiKeys.list.queryKey(), (keys) => keys?.filter(({ id }) => id !== shown.id));
    await queryClient.invalidateQueries(trpc.apiKeys.list.pathFilter());
    onRevoked();
  });

  return (
    <ConfirmDialog
      opened={apiKey !== null}
      type="error"
      title={t`Revoke this API key?`}
      message={t`“${name}” stops working immediately and cannot be restored. Programs that use it will be refused.`}
      confirmLabel={t`Revoke key`}
      cancelLabel={t`Keep it`}
      isProcessing={revoke.isPending}
      problem={revoke.error && errorMessageWithReason(revoke.error, i18n._(REVOKE_FAILED))}
      onConfirm={() => {
        returnFocus();
        void handleConfirm();
      }}
      onClose={close}
    />
  );
}
