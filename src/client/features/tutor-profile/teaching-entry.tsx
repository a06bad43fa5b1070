import { ArrowDown, ArrowUp, ChevronDown, Trash2 } from 'lucide-react';
import { memo, useId } from 'react';
import type { SubjectDraft } from './profile-draft.ts';
import { RateFields } from './rate-fields.tsx';
import classes from './teaching-entry.module.css';
import { IconButton } from './teaching-icon-button.tsx';
import { useStable } from './teaching-stable.ts';
import { summaryOf } from './teaching-words.ts';
import { TopicChips } from './topic-chips.tsx';
import { WeekEditor } from './week-editor.tsx';
import type { OtherWeek } from './week-slots.ts';

export type TeachingEntryProps = {
  entry: SubjectDraft;
  index: number;
  isLast: boolean;
  /** Students can find and book it. */
  isOffered: boolean;
  isOpen: boolean;
  /** Other subjects have hours. */
  hasSources: boolean;
  sourcesFor: (key: string) => OtherWeek[];
  errors: Readonly<Record<string, string>>;
  onToggle: (key: string) => void;
  onChange: (entry: SubjectDraft) => void;
  onMove: (index: number, by: -1 | 1) => void;
  onRemove: (entry: SubjectDraft) => void;
};

/** One subject of the tutor: closed it says what is in it, open it is edited. */
export const TeachingEntry = memo(function TeachingEntry({
  entry,
  index,
  isLast,
  isOffered,
  isOpen,
  hasSources,
  sourcesFor,
  errors,
  onToggle,
  onChange,
  onMove,
  onRemove,
}: TeachingEntryProps) {
  const id = useId();
  const path = `subjects.${index}`;
  const { name } = entry.subject;
  // What is wrong inside a closed entry is to be found here.
  const wrongInside = isOpen ? undefined : Object.keys(errors).find((field) => field.startsWith(`${path}.`));
  const problem = errors[`${path}.subject`] ?? (wrongInside && 'Something in this subject needs a correction');
  const change = (part: Partial<SubjectDraft>) => onChange({ ...entry, ...part });

  const changeWeek = useStable((week: SubjectDraft['week']) => change({ week }));
  const getSources = useStable(() => sourcesFor(entry.key));

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
            onClick={() => onToggle(entry.key)}
          >
            <ChevronDown size={20} aria-hidden="true" />
            <span>{name}</span>
          </button>
        </h3>
        <div className={classes.tools}>
          <IconButton label={`Move ${name} up`} icon={ArrowUp} mark="up" disabled={index === 0} onClick={() => onMove(index, -1)} />
          <IconButton label={`Move ${name} down`} icon={ArrowDown} mark="down" disabled={isLast} onClick={() => onMove(index, 1)} />
          <IconButton label={`Remove ${name}`} icon={Trash2} tone="danger" onClick={() => onRemove(entry)} />
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
            hasSources={hasSources}
            getSources={getSources}
            path={`${path}.availability`}
            errors={errors}
            onChange={changeWeek}
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
});
