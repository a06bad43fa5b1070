import { Button, VisuallyHidden } from '@mantine/core';
import { BookOpen, Plus } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useLazy } from '#client/ui/use-lazy.ts';
import { BOOKABLE_MODES } from '#shared/vocabulary/people.ts';
import { emptyWeek, type SectionProps, type SubjectDraft } from './profile-draft.ts';
import { collapse } from './teaching-collapse.ts';
import { TeachingEntry } from './teaching-entry.tsx';
import { useOpenEntries } from './teaching-open-entries.ts';
import classes from './teaching-section.module.css';
import { useStable } from './teaching-stable.ts';
import { placeSentence } from './teaching-words.ts';
import { type OfferedSubject, useTeachingCatalogue } from './use-teaching-catalogue.ts';
import { type OtherWeek, slotsInWeek } from './week-slots.ts';

const loadPicker = () => import('./teaching-picker.tsx').then((module) => module.SubjectPicker);

/** What the tutor teaches, for how much, and when. */
export function TeachingSection({ draft, errors, change }: SectionProps) {
  const said = JSON.stringify(Object.entries(errors).filter(([path]) => path.startsWith('subjects')));
  const own = useMemo(() => Object.fromEntries<string>(JSON.parse(said)), [said]);
  return <Subjects subjects={draft.subjects} errors={own} change={change} />;
}

type SubjectsProps = { subjects: SubjectDraft[] } & Pick<SectionProps, 'errors' | 'change'>;

/** Is drawn anew only when it concerns the subjects: there are many fields, and others are typed in. */
const Subjects = memo(function Subjects({ subjects, errors, change }: SubjectsProps) {
  const catalogue = useTeachingCatalogue();
  const [picking, setPicking] = useState({ index: 0, isOpen: false });
  const [leaving, setLeaving] = useState<{ entry: SubjectDraft; isAsked: boolean } | null>(null);
  const { isOpen, open, toggle } = useOpenEntries(subjects, errors);
  const [said, setSaid] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const focusNext = useRef<string | null>(null);
  const latest = useRef(subjects);
  useEffect(() => {
    latest.current = subjects;
    if (focusNext.current !== null) root.current?.querySelector<HTMLElement>(focusNext.current)?.focus();
    focusNext.current = null;
  });
  const closePicker = () => setPicking((now) => ({ ...now, isOpen: false }));
  const SubjectPicker = useLazy(loadPicker, { isNeeded: picking.isOpen, onError: closePicker });

  const taught = new Set(subjects.map(({ subject }) => subject.id));
  const free = catalogue.groups
    .map((group) => ({ ...group, subjects: group.subjects.filter(({ id }) => !taught.has(id)) }))
    .filter((group) => group.subjects.length > 0);
  const isOffered = ({ subject }: SubjectDraft) => catalogue.offered?.has(subject.id) ?? subject.isActive;

  function add({ id, name }: OfferedSubject): void {
    // A dialog that is taken away gives no focus back: it goes to what was added.
    setPicking(({ index }) => ({ index: index + 1, isOpen: false }));
    if (taught.has(id)) return;
    focusNext.current = `[data-key="${id}"] h3 button`;
    const modes = BOOKABLE_MODES.map((type) => ({ type, enabled: false, rate: '' }));
    change({ subjects: [...subjects, { key: id, subject: { id, name, isActive: true }, topics: [], modes, week: emptyWeek() }] });
    open(id);
  }

  function replace(entry: SubjectDraft): void {
    change({ subjects: subjects.map((other) => (other.key === entry.key ? entry : other)) });
  }

  function move(index: number, by: -1 | 1): void {
    const moved = [...subjects];
    const [entry] = moved.splice(index, 1);
    if (!entry) return;
    moved.splice(index + by, 0, entry);
    // What is moved in the page loses the focus.
    const place = index + by;
    const isUp = by < 0 ? place > 0 : place === moved.length - 1;
    focusNext.current = `[data-key="${entry.key}"] [data-mark="${isUp ? 'up' : 'down'}"]`;
    setSaid(placeSentence(entry.subject.name, place + 1, moved.length));
    change({ subjects: moved });
  }

  const stopAsking = () => setLeaving((now) => now && { ...now, isAsked: false });

  async function remove(entry: SubjectDraft): Promise<void> {
    stopAsking();
    await collapse(root.current?.querySelector<HTMLElement>(`[data-key="${entry.key}"]`));
    focusNext.current = '[data-adds]';
    change({ subjects: latest.current.filter(({ key }) => key !== entry.key) });
  }

  const askToRemove = (entry: SubjectDraft) => (isEmpty(entry) ? void remove(entry) : setLeaving({ entry, isAsked: true }));

  const sourcesFor = (key: string): OtherWeek[] =>
    subjects.filter((other) => other.key !== key && slotsInWeek(other.week) > 0).map(({ key, subject, week }) => ({ key, name: subject.name, week }));

  const getSources = useStable(sourcesFor);
  const onToggle = useStable(toggle);
  const onChange = useStable(replace);
  const onMove = useStable(move);
  const onRemove = useStable(askToRemove);

  return (
    <div ref={root} className={classes.section}>
      <p className={classes.intro}>Add each subject with its topics, rates and weekly hours. The first one is shown first on your card.</p>
      {catalogue.problem && (
        <div className={classes.failed} role="alert">
          <p>{catalogue.problem}</p>
          <p>What you have entered is kept. Subjects can be added once they are loaded.</p>
          <Button variant="default" size="sm" loading={catalogue.isRetrying} onClick={catalogue.retry}>
            Try Again
          </Button>
        </div>
      )}
      {subjects.length === 0 && (
        <div className={classes.empty}>
          <BookOpen size={28} aria-hidden="true" />
          <p>
            <strong>No subjects yet</strong>
          </p>
          <p>Students find you by the subjects that you teach.</p>
        </div>
      )}
      <ol className={classes.entries} aria-label="Your subjects">
        {subjects.map((entry, index) => (
          <TeachingEntry
            key={entry.key}
            entry={entry}
            index={index}
            isLast={index === subjects.length - 1}
            isOffered={isOffered(entry)}
            isOpen={isOpen(entry)}
            hasSources={sourcesFor(entry.key).length > 0}
            sourcesFor={getSources}
            errors={errors}
            onToggle={onToggle}
            onChange={onChange}
            onMove={onMove}
            onRemove={onRemove}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Button
        className={classes.add}
        variant={subjects.length === 0 ? 'filled' : 'default'}
        leftSection={<Plus size={18} />}
        disabled={!catalogue.isReady}
        data-adds
        onClick={() => setPicking(({ index }) => ({ index: index + 1, isOpen: true }))}
      >
        {catalogue.isReady || catalogue.problem ? 'Add a subject' : 'Loading subjects…'}
      </Button>
      <p className={classes.problem} role="alert">
        {errors.subjects}
      </p>
      {SubjectPicker && <SubjectPicker key={picking.index} opened={picking.isOpen} groups={free} onPick={add} onClose={closePicker} />}
      <ConfirmDialog
        opened={leaving?.isAsked ?? false}
        title="Remove this subject?"
        message={leaving && `The topics, rates and hours of ${leaving.entry.subject.name} go with it once you save.`}
        confirmLabel="Remove"
        onConfirm={() => leaving && void remove(leaving.entry)}
        onClose={stopAsking}
      />
    </div>
  );
});

function isEmpty({ topics, modes, week }: SubjectDraft): boolean {
  return topics.length === 0 && slotsInWeek(week) === 0 && modes.every(({ enabled, rate }) => !enabled && rate === '');
}
