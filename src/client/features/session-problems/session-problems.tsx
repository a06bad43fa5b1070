import { Badge } from '@mantine/core';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import type { ProblemView } from '#shared/contracts/moderation.ts';
import { problemRefusal } from '#shared/domain/session-problem.ts';
import { UNDECIDED_REPORT_STATES } from '#shared/vocabulary/content.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { KINDS, reporterInWords, STATES } from './problem-words.ts';
import { ReportButton } from './report-button.tsx';
import classes from './session-problems.module.css';

export type SessionProblemsProps = { booking: BookingDetails; role: Role; now: Date; zone: string };

/** What has been reported about a session, and the way to report something. */
export function SessionProblems({ booking, role, now, zone }: SessionProblemsProps) {
  const { problems } = booking;
  const isWaiting = problems.some(({ by, state }) => by === role && UNDECIDED_REPORT_STATES.some((undecided) => undecided === state));
  const canReport = role !== 'admin' && !isWaiting && problemRefusal(booking, now) === null;
  if (problems.length === 0 && !canReport) return null;

  return (
    <section className={classes.section} aria-labelledby="problems">
      <h2 id="problems">{problems.length > 0 ? 'Reported problems' : 'Did something go wrong?'}</h2>
      {problems.length > 0 && (
        <ul className={classes.problems}>
          {problems.map((problem) => (
            <Problem key={problem.id} problem={problem} role={role} zone={zone} />
          ))}
        </ul>
      )}
      <ReportButton booking={booking} isOffered={canReport} />
    </section>
  );
}

function Problem({ problem, role, zone }: { problem: ProblemView; role: Role; zone: string }) {
  const { by, kind, text, state, adminNote, createdAt } = problem;
  const { label, color } = STATES[state];
  return (
    <li className={classes.problem}>
      <div className={classes.head}>
        <h3>{KINDS[kind]}</h3>
        <Badge color={color}>{label}</Badge>
      </div>
      <p className={classes.quiet}>
        {`${reporterInWords(by, role)}, `}
        <ZonedInstant at={createdAt} zone={zone} />
      </p>
      <p className={classes.written}>{text}</p>
      {adminNote && (
        <div className={classes.note}>
          <p className={classes.quiet}>Note of an administrator</p>
          <p className={classes.written}>{adminNote}</p>
        </div>
      )}
    </li>
  );
}
