import { Skeleton } from '@mantine/core';
import { Loading } from '#client/ui/page-state.tsx';
import classes from './conversation.module.css';
import { BackLink, type ConversationHeadProps } from './conversation-head.tsx';

/** Of the messages to come: widths in percent, the own ones on the right. */
const BONES = [
  { width: 44, isMine: true },
  { width: 58, isMine: false },
  { width: 36, isMine: false },
  { width: 48, isMine: true },
  { width: 64, isMine: false },
  { width: 30, isMine: true },
] as const;

export function ConversationWaiting({ onBack }: Pick<ConversationHeadProps, 'onBack'>) {
  return (
    <div className={classes.conversation}>
      <div className={classes.lone}>
        <BackLink onBack={onBack} />
        <Skeleton circle height={40} />
        <Skeleton height={20} width="10rem" />
      </div>
      <div className={classes.waiting}>
        <LogWaiting />
      </div>
    </div>
  );
}

export function LogWaiting() {
  return (
    <Loading label="Loading messages…">
      <div className={classes.bones}>
        {BONES.map(({ width, isMine }) => (
          <Skeleton key={width} radius="lg" height={44} width={`${width}%`} ml={isMine ? 'auto' : undefined} />
        ))}
      </div>
    </Loading>
  );
}
