import { Badge } from '@mantine/core';
import { useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { detectLang } from '#client/ui/detect-lang.ts';
import { AnchorLink } from '#client/ui/links.tsx';
import { RatingStars } from '#client/ui/rating-stars.tsx';
import type { ReportedCase } from '#shared/contracts/admin-reports.ts';
import { formatInstant, formatRange } from '#shared/domain/zone.ts';
import classes from './reported-thing.module.css';
import { GONE } from './reports-words.ts';

export type ReportedThingProps = { report: ReportedCase; zone: string };

/** What was reported, as it was then, and as it is now where that differs. */
export function ReportedThing({ report, zone }: ReportedThingProps) {
  const { kind, session, review, profileId, person, snapshot } = report;
  if (session) {
    return (
      <div className={classes.thing}>
        <p>
          <strong>{session.subject}</strong>, {formatRange(session.startTime, session.endTime, zone)}
        </p>
        <p>{`Between ${report.reporter?.name ?? GONE} and ${person?.name ?? GONE}`}</p>
        <AnchorLink to="/bookings/$id" params={{ id: session.bookingId }}>
          View booking
        </AnchorLink>
      </div>
    );
  }
  return (
    <div className={classes.thing}>
      {review && (
        <div className={classes.rating}>
          <RatingStars rating={review.rating} size={16} />
          {review.isHidden && <Badge color="red">Hidden</Badge>}
          <span>
            of{' '}
            {review.tutor ? (
              <AnchorLink to="/tutors/$id" params={{ id: review.tutor.id }}>
                {review.tutor.name}
              </AnchorLink>
            ) : (
              GONE
            )}
          </span>
        </div>
      )}
      {kind === 'review' && !review && <p className={classes.muted}>Its author has removed this review.</p>}
      {snapshot !== '' && <Said text={snapshot} />}
      {review && review.text !== snapshot && (
        <>
          <p className={classes.muted}>Now it says:</p>
          <Said text={review.text} />
        </>
      )}
      {kind === 'profile' &&
        (profileId === null ? (
          <p className={classes.muted}>This profile is no longer there.</p>
        ) : (
          <AnchorLink to="/tutors/$id" params={{ id: profileId }}>
            View profile
          </AnchorLink>
        ))}
      {report.hasMessage && <Before id={report.id} zone={zone} />}
    </div>
  );
}

function Said({ text }: { text: string }) {
  return (
    <blockquote className={classes.said} dir="auto" lang={detectLang(text)}>
      {text}
    </blockquote>
  );
}

/** Of a conversation nothing else is shown to anybody but its parties. */
function Before({ id, zone }: { id: string; zone: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = trpc.moderation.reportedMessages.useQuery({ id }, { enabled: isOpen });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>The message and the ten before it</summary>
      {!data && <p role="status">{error ? errorMessage(error, 'Failed to fetch reports') : 'Loading messages…'}</p>}
      {data && (
        <ol className={classes.messages}>
          {data.map((message) => (
            <li key={message.id} data-reported={message.isReported || undefined}>
              <div className={classes.sender}>
                <strong>{message.sender}</strong> <time dateTime={message.createdAt.toISOString()}>{formatInstant(message.createdAt, zone)}</time>
                {message.isReported && <Badge color="red">Reported</Badge>}
              </div>
              <p className={classes.text} dir="auto" lang={detectLang(message.text)}>
                {message.text}
              </p>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
