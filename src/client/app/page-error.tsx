import { Trans, useLingui } from '@lingui/react/macro';
import { Box, type BoxProps, VisuallyHidden } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { ErrorState, reload } from '#client/ui/page-state.tsx';

export function PageBox(props: BoxProps & { children: ReactNode }) {
  return <Box w="100%" maw="75rem" mx="auto" px="md" py="xl" {...props} />;
}

export function PageError({ error }: Pick<ErrorComponentProps, 'error'>) {
  const { t } = useLingui();
  const router = useRouter();
  const isMissing = isMissingCode(error);

  useEffect(() => {
    if (!isMissing) return;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isMissing]);

  const missingMessage =
    isMissing && !navigator.onLine
      ? t`You are offline, and this page is not stored on this device. Try again when you are back online.`
      : t`Please check your connection and try again.`;

  return (
    <PageBox>
      <VisuallyHidden component="h1">
        <Trans>Error</Trans>
      </VisuallyHidden>
      <ErrorState
        title={t`This page could not be shown`}
        message={isMissing ? missingMessage : errorMessage(error, t`Something went wrong`)}
        onRetry={isMissing ? reload : () => void router.invalidate()}
      />
    </PageBox>
  );
}

const STYLE_RETRY_MS = 3000;

const missing = new WeakSet<Error>();

const isMissingCode = (error: unknown): boolean => error instanceof Error && missing.has(error);

export function watchMissingCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
  // Vite requests a style sheet only once, even when it fails: code that is loaded later would stay without it.
  document.addEventListener('error', ({ target }) => isStyle(target) && setTimeout(() => target.replaceWith(target.cloneNode()), STYLE_RETRY_MS), {
    capture: true,
  });
}

function isStyle(target: EventTarget | null): target is HTMLLinkElement {
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet';
}
