import { VisuallyHidden } from '@mantine/core';
import { useTimeZone } from '#client/ui/use-time-zone.ts';
import { cityOf, getOtherZone } from '#client/ui/viewer-zone.ts';
import { formatTime } from '#shared/domain/zone.ts';
import { LinkedText } from './linked-text.tsx';
import type { Line } from './message-days.ts';
import classes from './message-log.module.css';
import { MessageMenu } from './message-menu.tsx';
import { UnsentFoot, type UnsentFootProps } from './unsent-foot.tsx';

export type MessageLineProps = Pick<UnsentFootProps, 'onRetry' | 'onEdit' | 'onRemove'> & {
  line: Line;
  /** Whose name stands before it for those who cannot see the sides. */
  otherName: string;
  /** The last of those that are shown as one says when they were sent. */
  isLast: boolean;
  onReport: (messageId: string) => void;
};

export function MessageLine({ line, otherName, isLast, onReport, ...unsent }: MessageLineProps) {
  const { id, text, isMine, at } = line;
  return (
    <li className={classes.line} data-mine={isMine || undefined} data-last={isLast || undefined}>
      <div className={classes.said}>
        <div className={classes.bubble} data-state={line.unsent?.state}>
          <VisuallyHidden>{isMine ? 'You:' : `${otherName}:`}</VisuallyHidden>
          <LinkedText text={text} className={classes.text} />
        </div>
        {!isMine && id && <MessageMenu text={text} otherName={otherName} onReport={() => onReport(id)} />}
      </div>
      {line.unsent && <UnsentFoot unsent={line.unsent} isLast={isLast} {...unsent} />}
      {!line.unsent && isLast && <SentAt at={at} />}
    </li>
  );
}

function SentAt({ at }: { at: Date }) {
  const zone = useTimeZone();
  const own = getOtherZone(zone, at);
  return (
    <p className={classes.foot}>
      <time dateTime={at.toISOString()}>{formatTime(at, zone)}</time>
      {own && ` (${formatTime(at, own)} in ${cityOf(own)})`}
    </p>
  );
}
