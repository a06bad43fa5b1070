import { ChevronDown } from 'lucide-react';
import type { AuditEntry } from '#shared/contracts/audit.ts';
import { auditSentence } from '#shared/domain/audit-words.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import { type Detail, detailsOf } from './audit-details.ts';
import classes from './audit-page.module.css';

export type AuditLineProps = { entry: AuditEntry; zone: string };

/** What was done, and below it, where there is more to say, why and how. */
export function AuditLine({ entry, zone }: AuditLineProps) {
  const details = detailsOf(entry.details);
  const told = (
    <>
      <span className={classes.sentence}>{auditSentence(entry)}</span>
      <time className={classes.time} dateTime={entry.createdAt.toISOString()}>
        {formatInstant(entry.createdAt, zone)}
      </time>
    </>
  );
  if (details.length === 0) {
    return (
      <li className={classes.entry}>
        <div className={classes.told}>{told}</div>
      </li>
    );
  }
  return (
    <li className={classes.entry}>
      <details>
        <summary className={classes.told}>
          {told}
          <ChevronDown size={18} aria-hidden="true" />
        </summary>
        <dl className={classes.details}>
          {details.map((detail) => (
            <div key={detail.name}>
              <dt>{detail.name}</dt>
              <dd>
                <Value detail={detail} />
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}

function Value({ detail }: { detail: Detail }) {
  if (!('before' in detail)) return detail.value;
  return (
    <>
      <del>
        <span className={classes.said}>Before: </span>
        {detail.before}
      </del>{' '}
      <ins>
        <span className={classes.said}>After: </span>
        {detail.after}
      </ins>
    </>
  );
}
