import { Button, Skeleton } from '@mantine/core';
import { useRef, useState } from 'react';
import form from '#client/features/account/account-form.module.css';
import { ShownOnce } from '#client/features/account/shown-once.tsx';
import { useKeptDialog } from '#client/features/account/use-kept-dialog.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useLazy } from '#client/ui/use-lazy.ts';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import type { ApiKeyView, CreatedApiKey } from '#shared/contracts/api-keys.ts';
import { SUCCESS } from '#shared/messages.ts';
import { API_KEYS } from '#shared/vocabulary/limits.ts';
import { ReferenceLink } from './api-keys-reference.tsx';
import { RevokeKeyDialog } from './api-keys-revoke.tsx';
import { ApiKeyRow } from './api-keys-row.tsx';
import { API_KEY_DRAFT } from './api-keys-words.ts';
import shared from './programs.module.css';

const NOT_SHOWN = 'Failed to fetch your API keys';
const COPY = {
  label: 'Copy key',
  done: 'Key copied',
  failed: 'The key could not be copied. Please select it and copy it by hand.',
} as const;

const loadDialog = () => import('./api-keys-dialog.tsx').then((module) => module.ApiKeyDialog);

/** Keys with which programs act for their owner; one may have been used or revoked elsewhere meanwhile. */
export function ApiKeys() {
  const { appName } = pageConfig();
  const { data: keys, error, isFetching, refetch } = trpc.apiKeys.list.useQuery(undefined, { refetchOnWindowFocus: 'always' });

  return (
    <>
      <p className={form.note}>
        With an API key, a program can use {appName} for you, for example copy bookings into a spreadsheet. Whoever has the key acts in your name, so
        keep it as secret as your password.
      </p>
      <ReferenceLink />
      {keys && <Keys keys={keys} />}
      {!keys && error && (
        <ErrorState
          title="Error Loading API Keys"
          message={errorMessageWithReason(error, NOT_SHOWN)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!keys && !error && (
        <Loading label="Loading your API keys…">
          <Skeleton height={88} />
        </Loading>
      )}
    </>
  );
}

function Keys({ keys }: { keys: ApiKeyView[] }) {
  const now = useMinuteClock();
  const { timezone } = pageConfig();
  const utils = trpc.useUtils();
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  const [asked, setAsked] = useState<ApiKeyView | null>(null);
  const dialog = useKeptDialog(API_KEY_DRAFT);
  const ApiKeyDialog = useLazy(loadDialog, { isNeeded: dialog.isOpen, onError: dialog.finish });
  const maker = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  async function keep({ key, ...view }: CreatedApiKey): Promise<void> {
    dialog.finish();
    setMade({ key, ...view });
    toast.success(SUCCESS.apiKeyCreated);
    await utils.apiKeys.list.cancel();
    utils.apiKeys.list.setData(undefined, (known) => known && [view, ...known.filter(({ id }) => id !== view.id)]);
    await utils.apiKeys.list.invalidate();
  }

  function hide(): void {
    setMade(null);
    (maker.current ?? list.current)?.focus();
  }

  return (
    <>
      {made && keys.some(({ id }) => id === made.id) && (
        <ShownOnce
          key={made.id}
          label={`Your new API key “${made.name}”`}
          value={made.key}
          copy={COPY}
          actions={
            <Button variant="default" onClick={hide}>
              Done
            </Button>
          }
          hint="It acts in your name until you revoke it. Programs send it as “Authorization: Bearer”, followed by the key."
        />
      )}
      <div ref={list} className={shared.frame} tabIndex={-1}>
        {keys.length === 0 ? (
          <p className={shared.empty}>You have no API keys. Make one for each program, so that you can revoke one and keep the others.</p>
        ) : (
          <ul className={shared.list} aria-label="API keys">
            {keys.map((one) => (
              <ApiKeyRow key={one.id} apiKey={one} now={now} zone={timezone} onRevoke={() => setAsked(one)} />
            ))}
          </ul>
        )}
      </div>
      {keys.length < API_KEYS.perUser ? (
        <Button ref={maker} className={form.opener} variant="default" onClick={dialog.open}>
          Make an API key
        </Button>
      ) : (
        <p className={form.note}>You have {API_KEYS.perUser} API keys, the most there can be. Revoke one to make another.</p>
      )}
      {ApiKeyDialog && <ApiKeyDialog key={dialog.key} opened={dialog.isOpen} onMade={(made) => void keep(made)} onClose={dialog.close} />}
      <RevokeKeyDialog apiKey={asked} onClose={() => setAsked(null)} onRevoked={() => list.current?.focus()} />
    </>
  );
}
