import { Button, Loader, Skeleton, VisuallyHidden } from '@mantine/core';
import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './page-state.module.css';

export type LoadingProps = {
  /** Said to those who cannot see the skeletons. */
  label?: string;
  /** Skeletons of the final shape. */
  children?: ReactNode;
};

export function Loading({ label = 'Loading…', children }: LoadingProps) {
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      <div aria-hidden="true">{children ?? <SkeletonText />}</div>
    </div>
  );
}

function SkeletonText() {
  return (
    <div className={classes.lines}>
      <Skeleton height={32} width="45%" />
      <Skeleton height={16} />
      <Skeleton height={16} width="92%" />
      <Skeleton height={16} width="70%" />
    </div>
  );
}

/** Where nobody knows yet what the page will be. */
export function Spinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <div className={classes.spinner} role="status">
      <Loader aria-hidden="true" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </div>
  );
}

export type EmptyProps = { title: string; text?: ReactNode; icon?: ReactNode; action?: ReactNode };

/** Says why there is nothing, and offers the next step. */
export function Empty({ title, text, icon, action }: EmptyProps) {
  return (
    <div className={classes.state}>
      {icon && (
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <h2 className={classes.title}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}

export type ErrorStateProps = { title: string; message: string; onRetry?: () => void; isRetrying?: boolean };

/** What happened, and Try Again. */
export function ErrorState({ title, message, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} data-tone="danger" aria-hidden="true">
        <CircleAlert size={26} />
      </span>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>{message}</p>
      {onRetry && (
        <Button className={classes.action} leftSection={<RotateCw size={18} />} loading={isRetrying} onClick={onRetry}>
          Try Again
        </Button>
      )}
    </div>
  );
}
