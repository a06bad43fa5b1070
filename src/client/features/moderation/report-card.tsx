import { Badge, Button } from '@mantine/core';
import { detectLang } from '#client/ui/detect-lang.ts';
import type { ReportedCase } from '#shared/contracts/admin-reports.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import classes from './report-card.module.css';
import { ReportedThing } from './reported-thing.tsx';
import { GONE, KINDS, REASONS, STATES } from './reports-words.ts';

export type ReportAction = 'state' | 'hide' | 'person';

export type ReportCardProps = { report: ReportedCase; zone: string; onAct: (action: ReportAction) => void };

/** One report: what it is about, who says what of it, and what can be done. */
export function ReportCard({ report, zone, onAct }: ReportCardProps) {
  const { kind, state, reason, text, adminNote, reporter, person, review, createdAt } = report;
  const about = kind === 'session' ? `Problem on a session with ${person?.name ?? GONE}` : `${KINDS[kind]} of ${person?.name ?? GONE}`;
  return (
    <article className={classes.card} aria-label={about}>
      <header className={classes.head}>
        <h2>{about}</h2>
        <span className={classes.badges}>
          <Badge color={STATES[state].color}>{STATES[state].label}</Badge>
          {person?.status === 'suspended' && (
            <Badge color="red" variant="filled">
              Suspended
            </Badge>
          )}
        </span>
      </header>
      <p className={classes.by}>
        Reported by {reporter?.name ?? GONE} on <time dateTime={createdAt.toISOString()}>{formatInstant(createdAt, zone)}</time>
      </p>
      <ReportedThing report={report} zone={zone} />
      <dl className={classes.facts}>
        <div>
          <dt>Reason</dt>
          <dd>{REASONS[reason]}</dd>
        </div>
        {text !== '' && (
          <div>
            <dt>What the reporter says</dt>
            <dd dir="auto" lang={detectLang(text)}>
              {text}
            </dd>
          </div>
        )}
        {adminNote !== '' && (
          <div>
            <dt>Note</dt>
            <dd dir="auto">{adminNote}</dd>
          </div>
        )}
      </dl>
      <div className={classes.actions}>
        <Button size="sm" variant="light" onClick={() => onAct('state')}>
          Change State
        </Button>
        {review && (
          <Button size="sm" variant="default" onClick={() => onAct('hide')}>
            {review.isHidden ? 'Show Review Again' : 'Hide Review'}
          </Button>
        )}
        {person && (
          <Button size="sm" variant="default" onClick={() => onAct('person')}>
            {person.status === 'suspended' ? `Reinstate ${person.name}` : `Suspend ${person.name}`}
          </Button>
        )}
      </div>
    </article>
  );
}
