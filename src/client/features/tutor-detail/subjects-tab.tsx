import type { SubjectEntryView } from '#shared/contracts/tutors.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { bookableMethods, MODE_LABELS } from '#shared/domain/rates.ts';
import { BookButton, type Booking } from './book-button.tsx';
import classes from './profile-content.module.css';
import { WeekHours } from './week-hours.tsx';

export type SubjectsTabProps = { subjects: readonly SubjectEntryView[]; booking: Booking; zoneLabel: string };

export function SubjectsTab({ subjects, booking, zoneLabel }: SubjectsTabProps) {
  if (subjects.length === 0) return <p className={classes.none}>This tutor has not added any subjects yet.</p>;
  return (
    <div className={classes.sections}>
      <h2 className={classes.hidden}>Subjects and rates</h2>
      {subjects.map((entry) => (
        <SubjectRow key={entry.subject.id} entry={entry} booking={booking} zoneLabel={zoneLabel} />
      ))}
    </div>
  );
}

type SubjectRowProps = { entry: SubjectEntryView; booking: Booking; zoneLabel: string };

function SubjectRow({ entry: { subject, selectedTopics, teachingModes, availability }, booking, zoneLabel }: SubjectRowProps) {
  const modes = teachingModes.filter(({ enabled, rate }) => enabled && rate > 0);
  const isBookable = bookableMethods(teachingModes).length > 0 && availability.some(({ slots }) => slots.length > 0);

  return (
    <section className={classes.subject}>
      <div className={classes.subjectHead}>
        <h3>{subject.name}</h3>
        <dl className={classes.modes}>
          {modes.map(({ type, rate }) => (
            <div key={type}>
              <dt>{MODE_LABELS[type]}</dt>
              <dd>{`${formatRupees(rate)} / hour`}</dd>
            </div>
          ))}
        </dl>
      </div>
      {selectedTopics.length > 0 && (
        <ul className={classes.chips} aria-label={`Topics of ${subject.name}`}>
          {selectedTopics.map(({ id, name }) => (
            <li key={id || name}>{name}</li>
          ))}
        </ul>
      )}
      {modes.some(({ type }) => type === 'group') && <p className={classes.zone}>Group classes are arranged with the tutor directly.</p>}
      <div>
        <h4>Weekly availability</h4>
        <WeekHours week={availability} isGrid />
        <p className={classes.zone}>{`Times are in ${zoneLabel}.`}</p>
      </div>
      <div className={classes.subjectAction}>
        <BookButton booking={{ ...booking, problem: booking.problem ?? (isBookable ? null : 'nothing-on-offer') }} subject={subject} isSecondary />
      </div>
    </section>
  );
}
