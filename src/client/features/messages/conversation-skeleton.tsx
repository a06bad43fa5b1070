import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { Loading } from '#client/ui/page-state.tsx';
import classes from './conversation.module.css';
import { BackLink, type ConversationHeadProps } from './conversation-head.tsx';

/** Widths in percent. */
const BUBBLES = [
  { width: 44, isOwn: true },
  { width: 58, isOwn: false },
  { width: 36, isOwn: false },
  { width: 48, isOwn: true },
  { width: 64, isOwn: false },
  { width: 30, isOwn: true },
] as const;

export function ConversationSkeleton({ onBack }: Pick<ConversationHeadProps, 'onBack'>) {
  return (
    <div className={classes.conversation}>
      <div className={classes.lone}>
        <BackLink onBack={onBack} />
        <Skeleton circle height={40} />
        <Skeleton height={20} width="10rem" />
      </div>
      <div className={classes.waiting}>
        <LogSkeleton />
      </div>
    </div>
  );
}

export function LogSkeleton() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading messages…`}>
      <div className={classes.bones}>
        {BUBBLES.map(({ width, isOwn }) => (
          <Skeleton key={width} radius="lg" height={44} width={`${width}%`} ml={isOwn ? 'auto' : undefined} />
        ))}
      </div>
    </Loading>
  );
}
