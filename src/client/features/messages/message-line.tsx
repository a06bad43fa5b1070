import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { VisuallyHidden } from '@mantine/core';
import { CircleAlert, Clock3 } from 'lucide-react';
import { detectLang } from '#client/ui/detect-lang.ts';
import { getOtherZone, useTimeZone } from '#client/ui/time-zone.ts';
import { cityOf, formatTime } from '#shared/domain/zone.ts';
import type { Line } from './message-days.ts';
import classes from './message-log.module.css';
import { copyMessage, MessageMenu } from './message-menu.tsx';
import type { OutboxMessage } from './outbox.ts';

const SENDING = msg`Sending…`;
const WAITING = msg`Not sent yet. Trying again…`;
const WAITING_BEHIND = msg`Not sent yet.`;
const REFUSED = msg`This message could not be sent.`;

type UnsentActions = {
  onRetry: (unsent: OutboxMessage) => void;
  onEdit?: (unsent: OutboxMessage) => void;
  onRemove: (unsent: OutboxMessage) => void;
};

export type MessageLineProps = UnsentActions & {
  line: Line;
  otherName: string;
  isLast: boolean;
  onReport: (messageId: string) => void;
};

export function MessageLine({ line, otherName, isLast, onReport, ...actions }: MessageLineProps) {
  const { t } = useLingui();
  const { id, text, isOwn, at } = line;
  return (
    <li className={classes.line} data-mine={isOwn || undefined} data-last={isLast || undefined}>
      <div className={classes.said}>
        <div className={classes.bubble} data-state={line.unsent?.state}>
          <VisuallyHidden>{isOwn ? t`You:` : `${otherName}:`}</VisuallyHidden>
          <LinkedText text={text} className={classes.text} />
        </div>
        {!isOwn && id && <MessageMenu text={text} otherName={otherName} onReport={() => onReport(id)} />}
      </div>
      {line.unsent && <UnsentStatus unsent={line.unsent} isLast={isLast} {...actions} />}
      {!line.unsent && isLast && <SentAt at={at} />}
    </li>
  );
}

function SentAt({ at }: { at: Date }) {
  const { i18n } = useLingui();
  const zone = useTimeZone();
  const viewerZone = getOtherZone(zone, at);
  const instant = <time dateTime={at.toISOString()}>{formatTime(at, zone, i18n.locale)}</time>;
  if (!viewerZone) return <p className={classes.foot}>{instant}</p>;
  const [time, city] = [formatTime(at, viewerZone, i18n.locale), cityOf(viewerZone)];
  return (
    <p className={classes.foot}>
      <Trans>
        {instant} ({time} in {city})
      </Trans>
    </p>
  );
}

function UnsentStatus({ unsent, isLast, onRetry, onEdit, onRemove }: UnsentActions & { unsent: OutboxMessage; isLast: boolean }) {
  const { t, i18n } = useLingui();
  const { state, refusal } = unsent;
  if (state === 'sending') {
    return isLast ? (
      <p className={classes.foot}>
        <Clock3 size={14} aria-hidden="true" />
        {i18n._(SENDING)}
      </p>
    ) : null;
  }
  const isRefused = state === 'refused';
  return (
    <div className={classes.trouble} data-refused={isRefused || undefined}>
      <p role={isRefused || isLast ? 'alert' : undefined}>
        <CircleAlert size={16} aria-hidden="true" />
        {isRefused && refusal ? refusal : i18n._(isRefused ? REFUSED : isLast ? WAITING : WAITING_BEHIND)}
      </p>
      <div className={classes.ways}>
        {(isRefused || isLast) && (
          <button type="button" onClick={() => onRetry(unsent)}>
            <Trans>Try again</Trans>
          </button>
        )}
        {isRefused && (
          <button type="button" onClick={() => (onEdit ? onEdit(unsent) : void copyMessage(i18n, unsent.text))}>
            {onEdit ? t`Edit` : t`Copy text`}
          </button>
        )}
        <button type="button" onClick={() => onRemove(unsent)}>
          <Trans>Delete</Trans>
        </button>
      </div>
    </div>
  );
}

type Piece = { position: number; text: string; href: string | null };

/** Ends at a bidi control, which could make the shown address differ from the one that opens. */
const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"“”\p{Bidi_Control}]+/giu;
const CLOSING = /[.,;:!?'’)\]}…]+$/;

type LinkedTextProps = { text: string; className?: string };

function LinkedText({ text, className }: LinkedTextProps) {
  const pieces = splitLinks(text);
  return (
    <p className={className} dir="auto" lang={detectLang(text)}>
      {pieces.map(({ position, text, href }) =>
        href === null ? (
          <span key={position}>{text}</span>
        ) : (
          <a key={position} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {text}
          </a>
        ),
      )}
    </p>
  );
}

export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const address = trimAddress(match);
    const href = toHref(address);
    if (href === null) continue;
    if (index > end) pieces.push({ position: end, text: text.slice(end, index), href: null });
    pieces.push({ position: index, text: address, href });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ position: end, text: text.slice(end), href: null });
  return pieces;
}

/** A closing bracket belongs to the address if the address has opened it. */
function trimAddress(match: string): string {
  const address = match.replace(CLOSING, '');
  const hasOpenBracket = address.split('(').length > address.split(')').length;
  return hasOpenBracket && match.charAt(address.length) === ')' ? `${address})` : address;
}

function toHref(address: string): string | null {
  const absolute = /^www\./i.test(address) ? `https://${address}` : address;
  const url = URL.canParse(absolute) ? new URL(absolute) : null;
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.') && url.username === '' && url.password === '';
  return isWeb ? url.href : null;
}
