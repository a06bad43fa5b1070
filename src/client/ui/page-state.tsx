import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Loader, Skeleton, Stack, type StackProps, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core';
import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';

export type LoadingProps = {
  label?: string;
  children?: ReactNode;
};

export function Loading({ label, children }: LoadingProps) {
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">{label ?? <Trans>Loading…</Trans>}</VisuallyHidden>
      <div aria-hidden="true">{children ?? <SkeletonText />}</div>
    </div>
  );
}

function SkeletonText() {
  return (
    <Stack gap="0.875rem" py="1.5rem">
      <Skeleton height={32} width="45%" />
      <Skeleton height={16} />
      <Skeleton height={16} width="92%" />
      <Skeleton height={16} width="70%" />
    </Stack>
  );
}

export type SkeletonsProps = StackProps & { count?: number; height: number | string };

export function Skeletons({ count = 3, height, ...stack }: SkeletonsProps) {
  return (
    <Stack gap="sm" {...stack}>
      {Array.from(Array(count).keys(), (place) => (
        <Skeleton key={place} height={height} />
      ))}
    </Stack>
  );
}

export function Spinner() {
  return (
    <Stack align="center" justify="center" mih="40dvh" role="status">
      <Loader aria-hidden="true" />
      <VisuallyHidden>
        <Trans>Loading…</Trans>
      </VisuallyHidden>
    </Stack>
  );
}

export type EmptyProps = { title: string; text?: ReactNode; icon?: ReactNode; action?: ReactNode };

export function Empty(props: EmptyProps) {
  return <PageState {...props} />;
}

export type ErrorStateProps = { title: string; message: string; onRetry?: () => void; retryLabel?: string | false; isRetrying?: boolean };

export function ErrorState({ message, onRetry, retryLabel, isRetrying, ...state }: ErrorStateProps) {
  const action = onRetry && (
    <Button leftSection={<RotateCw size={18} />} loading={isRetrying} onClick={onRetry}>
      {retryLabel || <Trans>Try Again</Trans>}
    </Button>
  );
  return <PageState role="alert" color="red" icon={<CircleAlert size={26} />} text={message} action={action} {...state} />;
}

/** Browsers may not request a failed module again without a reload, and an update of the server takes the old ones away. */
export const reload = () => window.location.reload();

/** Of a page whose code did not come. */
export function PartFailed({ failures, onRetry }: { failures: number; onRetry: () => void }) {
  const { t } = useLingui();
  const isOutdated = failures > 1 && navigator.onLine;
  return (
    <ErrorState
      title={t`This part could not be loaded`}
      message={isOutdated ? t`This page may have a new version. Reload it to go on.` : t`Please check your connection and try again.`}
      retryLabel={isOutdated && t`Reload`}
      onRetry={isOutdated ? reload : onRetry}
    />
  );
}

export type QueryErrorProps = { title: string; message: string; query: { isFetching: boolean; refetch: () => unknown } };

export function QueryError({ query: { isFetching, refetch }, ...state }: QueryErrorProps) {
  return <ErrorState {...state} isRetrying={isFetching} onRetry={() => void refetch()} />;
}

type PageStateProps = EmptyProps & { role?: 'alert'; color?: string };

function PageState({ role, color, icon, title, text, action }: PageStateProps) {
  return (
    <Stack align="center" gap="xs" px="md" py="clamp(2rem, 6vw, 4rem)" ta="center" role={role}>
      {icon && (
        <ThemeIcon size={56} color={color} mb="xs" aria-hidden="true">
          {icon}
        </ThemeIcon>
      )}
      <Title order={2} size="h3">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" maw="min(32rem, 100%)">
          {text}
        </Text>
      )}
      {action && <Box mt="sm">{action}</Box>}
    </Stack>
  );
}
