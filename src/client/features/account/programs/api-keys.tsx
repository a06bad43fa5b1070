import { Badge, Button, Skeleton, Text } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { useDialog } from '#client/features/account/dialog-draft.ts';
import { IconRow, RowText, RowTitle } from '#client/features/account/icon-row.tsx';
import { OneTimeSecret } from '#client/features/account/one-time-secret.tsx';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { detectLang } from '#client/ui/detect-lang.ts';
import { lazyDialog, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { ApiKeyView, CreatedApiKey } from '#shared/contracts/api-keys.ts';
import { relativeTime } from '#shared/domain/relative-time.ts';
import { SUCCESS } from '#shared/messages.ts';
import { API_KEYS } from '#shared/vocabulary/limits.ts';
import { apiKeyDraft, SCOPE_TEXT } from './api-key.ts';
import { ProgramList, ReferenceLink } from './program-list.tsx';

const LOAD_FAILED = 'Failed to fetch your API keys';
const COPY = {
  label: 'Copy key',
  done: 'Key copied',
  failed: 'The key could not be copied. Please select it and copy it by hand.',
} as const;

const ApiKeyDialog = lazyDialog(() => import('./api-key-dialog.tsx').then((module) => module.ApiKeyDialog));

export function ApiKeys() {
  const { appName } = pageConfig();
  const { data: keys, error, isFetching, refetch } = trpc.apiKeys.list.useQuery(undefined, { refetchOnWindowFocus: 'always' });

  return (
    <>
      <Text c="dimmed" mt={4}>
        With an API key, a program can use {appName} for you, for example to copy bookings into a spreadsheet. Anyone with the key can act as you, so
        keep it as secret as your password.
      </Text>
      <ReferenceLink />
      {keys && <KeyList keys={keys} />}
      {!keys && error && (
        <QueryError title="Error Loading API Keys" message={errorMessageWithReason(error, LOAD_FAILED)} query={{ isFetching, refetch }} />
      )}
      {!keys && !error && (
        <Loading label="Loading your API keys…">
          <Skeleton height={88} />
        </Loading>
      )}
    </>
  );
}

function KeyList({ keys }: { keys: ApiKeyView[] }) {
  const now = useMinuteClock();
  const utils = trpc.useUtils();
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKeyView | null>(null);
  const dialog = useDialog(apiKeyDraft);
  const createButton = useRef<HTMLButtonElement>(null);
  const listRef = useRef<HTMLDivElement>(null);

  async function handleCreated({ key, ...view }: CreatedApiKey): Promise<void> {
    dialog.finish();
    setCreated({ key, ...view });
    toast.success(SUCCESS.apiKeyCreated);
    await utils.apiKeys.list.cancel();
    utils.apiKeys.list.setData(undefined, (current) => current && [view, ...current.filter(({ id }) => id !== view.id)]);
    await utils.apiKeys.list.invalidate();
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
          label={`Your new API key “${created.name}”`}
          value={created.key}
          copy={COPY}
          actions={
            <Button variant="default" onClick={hide}>
              Done
            </Button>
          }
          hint="It works until you revoke it. Send it in the header “Authorization: Bearer”, followed by the key."
        />
      )}
      <ProgramList
        ref={listRef}
        label="API keys"
        emptyText="You have no API keys. Make a separate key for each program, and you can revoke one without affecting the others."
      >
        {keys.map((key) => (
          <ApiKeyRow key={key.id} apiKey={key} now={now} onRevoke={() => setKeyToRevoke(key)} />
        ))}
      </ProgramList>
      {keys.length < API_KEYS.perUser ? (
        <Button ref={createButton} mt="md" variant="default" {...preloadOnIntent(ApiKeyDialog)} onClick={dialog.open}>
          Make an API key
        </Button>
      ) : (
        <Text c="dimmed" mt={4}>
          You have {API_KEYS.perUser} API keys, which is the limit. Revoke one to make another.
        </Text>
      )}
      <ApiKeyDialog key={dialog.key} opened={dialog.isOpen} onCreated={(created) => void handleCreated(created)} onClose={dialog.close} />
      <RevokeKeyDialog apiKey={keyToRevoke} onClose={() => setKeyToRevoke(null)} onRevoked={() => listRef.current?.focus()} />
    </>
  );
}

type ApiKeyRowProps = { apiKey: ApiKeyView; now: Date; onRevoke: () => void };

function ApiKeyRow({ apiKey: { id, name, scope, hint, createdAt, lastUsedAt }, now, onRevoke }: ApiKeyRowProps) {
  return (
    <IconRow
      icon={KeyRound}
      action={
        <Button variant="default" aria-describedby={`key-${id}`} {...preloadOnIntent(ConfirmDialog)} onClick={onRevoke}>
          Revoke
        </Button>
      }
    >
      <RowTitle>
        <Text component="strong" fw={600} id={`key-${id}`} dir="auto" lang={detectLang(name)}>
          {name}
        </Text>
        <Badge color={scope === 'write' ? 'yellow' : 'teal'}>{SCOPE_TEXT[scope].label}</Badge>
      </RowTitle>
      <RowText>
        <Text component="code" inherit ff="monospace" c="var(--mantine-color-text)">
          {API_KEYS.prefix}
          {hint}…
        </Text>
      </RowText>
      <RowText>
        Made on <ZonedInstant at={createdAt} />
      </RowText>
      <RowText>{lastUsedAt ? `Last used ${relativeTime(lastUsedAt, now)}` : 'Never used'}</RowText>
    </IconRow>
  );
}

const REVOKE_FAILED = 'Failed to revoke the API key. Please try again.';

type RevokeKeyDialogProps = { apiKey: ApiKeyView | null; onClose: () => void; onRevoked: () => void };

function RevokeKeyDialog({ apiKey, onClose, onRevoked }: RevokeKeyDialogProps) {
  const utils = trpc.useUtils();
  const [shown, setShown] = useState(apiKey);
  if (apiKey && apiKey !== shown) setShown(apiKey);
  const revoke = trpc.apiKeys.revoke.useMutation();
  const returnFocus = useReturnFocus(revoke.isPending);

  const handleConfirm = useOneAtATime(async () => {
    if (!shown) return;
    try {
      const { message } = await revoke.mutateAsync({ id: shown.id });
      toast.success(message);
    } catch (error) {
      toast.error(errorMessageWithReason(error, REVOKE_FAILED));
      // Any other error keeps the question open; a missing key was revoked elsewhere.
      if (toApiError(error)?.code !== 'key.not_found') return;
    }
    onClose();
    await utils.apiKeys.list.cancel();
    utils.apiKeys.list.setData(undefined, (keys) => keys?.filter(({ id }) => id !== shown.id));
    await utils.apiKeys.list.invalidate();
    onRevoked();
  });

  return (
    <ConfirmDialog
      opened={apiKey !== null}
      type="error"
      title="Revoke this API key?"
      message={`“${shown?.name ?? ''}” stops working immediately and cannot be restored. Programs that use it will be refused.`}
      confirmLabel="Revoke key"
      cancelLabel="Keep it"
      isProcessing={revoke.isPending}
      onConfirm={() => {
        returnFocus();
        void handleConfirm();
      }}
      onClose={onClose}
    />
  );
}
