import { Button } from '@mantine/core';
import { CircleAlert, Clock } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatInstant } from '#shared/domain/zone.ts';
import classes from './time-notice.module.css';
import { cityOf, otherZone } from './viewer-zone.ts';

export type TimeNoticeProps = {
  title: string;
  message: string;
  kind: 'refused' | 'lost';
  /** Other starts of the same length. */
  offers: readonly Date[];
  zone: string;
  onChoose: (start: Date) => void;
  children?: ReactNode;
};

/** Why it did not work, where the eye is, and what can be had instead. */
export function TimeNotice({ title, message, kind, offers, zone, onChoose, children }: TimeNoticeProps) {
  const ref = useRef<HTMLDivElement>(null);
  const Icon = kind === 'refused' ? CircleAlert : Clock;

  useEffect(() => {
    if (kind === 'refused') ref.current?.focus();
  }, [kind]);

  return (
    <div ref={ref} className={classes.notice} data-kind={kind} role="alert" tabIndex={-1}>
      <Icon size={20} aria-hidden="true" />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p>{message}</p>
        {offers.length > 0 && (
          <div className={classes.offers}>
            <p>Next free times:</p>
            {offers.map((start) => (
              <Button key={start.getTime()} variant="default" className={classes.offer} onClick={() => onChoose(start)}>
                {instantInWords(start, zone)}
              </Button>
            ))}
          </div>
        )}
        {children}
      </div>
    </div>
  );
}

function instantInWords(start: Date, zone: string): string {
  const own = otherZone(zone, start);
  return own ? `${formatInstant(start, zone)} (${formatInstant(start, own)} in ${cityOf(own)})` : formatInstant(start, zone);
}
