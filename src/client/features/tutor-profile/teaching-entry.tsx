import { ArrowDown, ArrowUp, ChevronDown, Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { SubjectDraft } from './profile-draft.ts';
import { RateFields } from './rate-fields.tsx';
import classes from './teaching-entry.module.css';
import { IconButton } from './teaching-icon-button.tsx';
import { summaryOf } from './teaching-words.ts';
import { TopicChips } from './topic-chips.tsx';
import { type OtherWeek, WeekEditor } from './week-editor.tsx';

export type TeachingEntryProps = {
  entry: SubjectDraft;
  nth: number;
  isLast: boolean;
  /** Students can find and book it. */
  isOffered: boolean;
  isOpen: boolean;
  others: readonly OtherWeek[];
  errors: Readonly<Record<string, string>>;
  onToggle: () => void;
  onChange: (entry: SubjectDraft) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

/** One subject of the tutor: closed it says what is in it, open it is edited. */
export function TeachingEntry({ entry, nth, isLast, isOffered, isOpen, others, errors, onToggle, onChange, onMove, onRemove }: TeachingEntryProps) {
  const id = useId();
  const path = `subjects.${nth}`;
  const { name } = entry.subject;
  // What is wrong inside a closed entry is to be found here.
  const wrongInside = isOpen ? undefined : Object.keys(errors).find((field) => field.startsWith(`${path}.`));
  const problem = errors[`${path}.subject`] ?? (wrongInside && 'Something in this subject needs a correction');
  const change = (part: Partial<SubjectDraft>) => onChange({ ...entry, ...part });

  return (
    <li className={classes.entry} data-key={entry.key} data-open={isOpen || undefined}>
      <div className={classes.head}>
        <h3>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-body` : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            data-path={wrongInside ?? `${path}.subject`}
            onClick={onToggle}
          >
            <ChevronDown size={20} aria-hidden="true" />
            <span>{name}</span>
          </button>
        </h3>
        <div className={classes.tools}>
          <IconButton label={`Move ${name} up`} icon={ArrowUp} mark="up" disabled={nth === 0} onClick={() => onMove(-1)} />
          <IconButton label={`Move ${name} down`} icon={ArrowDown} mark="down" disabled={isLast} onClick={() => onMove(1)} />
          <IconButton label={`Remove ${name}`} icon={Trash2} tone="danger" onClick={onRemove} />
        </div>
      </div>
      {!isOffered && <p className={classes.past}>No longer offered: hidden from students</p>}
      <p id={`${id}-problem`} className={classes.problem} role="alert">
        {problem}
      </p>
      {isOpen ? (
        <div id={`${id}-body`} className={classes.body}>
          <TopicChips
            subject={entry.subject}
            chosen={entry.topics}
            path={`${path}.selectedTopics`}
            error={errors[`${path}.selectedTopics`]}
            onChange={(topics) => change({ topics })}
          />
          <RateFields modes={entry.modes} path={`${path}.teachingModes`} errors={errors} onChange={(modes) => change({ modes })} />
          <WeekEditor
            subject={name}
            week={entry.week}
            others={others}
            path={`${path}.availability`}
            errors={errors}
            onChange={(week) => change({ week })}
          />
        </div>
      ) : (
        <ul className={classes.summary}>
          {summaryOf(entry).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
