import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Card, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { BookOpen, Plus } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { lazyDialog, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { translatedName } from '#shared/domain/texts.ts';
import { BOOKABLE_MODES } from '#shared/vocabulary/people.ts';
import { LiveError } from './fields.tsx';
import { createWeek, type SectionProps, type SubjectDraft } from './profile-draft.ts';
import { findBase, findOwnError, isOnlyWithBase, withBase, withBaseWeek } from './subject-weeks.ts';
import { TeachingEntry } from './teaching-entry.tsx';
import { type OfferedSubject, useTeachingCatalogue } from './use-teaching-catalogue.ts';
import { WeekEditor } from './week-editor.tsx';
import { hasSlots } from './week-slots.ts';

const SubjectPicker = lazyDialog(() => import('./teaching-picker.tsx').then((module) => module.SubjectPicker));

const EMPTY_WEEK = createWeek();

export function TeachingSection({ draft, errors, change }: SectionProps) {
  const json = JSON.stringify(Object.entries(errors).filter(([path]) => path.startsWith('subjects')));
  const ownErrors = useMemo(() => Object.fromEntries<string>(JSON.parse(json)), [json]);
  return <Subjects subjects={draft.subjects} errors={ownErrors} change={change} />;
}

type SubjectsProps = { subjects: SubjectDraft[] } & Pick<SectionProps, 'errors' | 'change'>;

// Memoised: hundreds of controls would render again with each key in another field.
const Subjects = memo(function Subjects({ subjects, errors, change }: SubjectsProps) {
  const { t, i18n } = useLingui();
  const catalogue = useTeachingCatalogue();
  const { isOpen, open, toggle } = useOpenEntries(subjects, errors);
  const [picker, setPicker] = useState({ index: 0, isOpen: false });
  const [removal, setRemoval] = useState<{ entry: SubjectDraft; isOpen: boolean } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const nextFocus = useRef<string | null>(null);
  const latest = useRef(subjects);
  useEffect(() => {
    latest.current = subjects;
    if (nextFocus.current !== null) root.current?.querySelector<HTMLElement>(nextFocus.current)?.focus();
    nextFocus.current = null;
  });
  const closePicker = () => setPicker((current) => ({ ...current, isOpen: false }));

  const taughtIds = new Set(subjects.map(({ subject }) => subject.id));
  const available = catalogue.groups
    .map((group) => ({ ...group, subjects: group.subjects.filter(({ id }) => !taughtIds.has(id)) }))
    .filter((group) => group.subjects.length > 0);
  const base = findBase(subjects);
  const baseWeek = subjects[base]?.week ?? EMPTY_WEEK;

  function add({ id, name }: OfferedSubject): void {
    // A new key unmounts the dialog, so that it cannot take the focus back from the entry.
    setPicker(({ index }) => ({ index: index + 1, isOpen: false }));
    if (taughtIds.has(id)) return;
    nextFocus.current = `[data-key="${id}"] h3 button`;
    const modes = BOOKABLE_MODES.map((type) => ({ type, enabled: false, rate: '' }));
    change({ subjects: [...subjects, { key: id, subject: { id, name, isActive: true }, topics: [], modes, week: baseWeek, hasOwnWeek: false }] });
    open(id);
  }

  function move(index: number, by: -1 | 1): void {
    const moved = [...subjects];
    const [entry] = moved.splice(index, 1);
    if (!entry) return;
    const target = index + by;
    moved.splice(target, 0, entry);
    // An element that is moved in the document loses the focus.
    const canRepeat = target + by >= 0 && target + by < moved.length;
    const direction = by < 0 === canRepeat ? 'up' : 'down';
    nextFocus.current = `[data-key="${entry.key}"] [data-move="${direction}"]`;
    const [name, number, count] = [translatedName(i18n, entry.subject.name), target + 1, moved.length];
    setAnnouncement(t`${name} is now number ${number} of ${count}.`);
    change({ subjects: moved });
  }

  const removableName = removal && translatedName(i18n, removal.entry.subject.name);
  const closeRemoval = () => setRemoval((current) => current && { ...current, isOpen: false });

  async function remove(entry: SubjectDraft): Promise<void> {
    closeRemoval();
    await collapse(root.current?.querySelector<HTMLElement>(`[data-key="${entry.key}"]`));
    nextFocus.current = '[data-add-subject]';
    change({ subjects: withBase(latest.current.filter(({ key }) => key !== entry.key)) });
  }

  const changeBaseWeek = useCallbackRef((week: SubjectDraft['week']) => change({ subjects: withBaseWeek(subjects, week) }));
  const onEntry = {
    onToggle: useCallbackRef(toggle),
    onChange: useCallbackRef((changed: SubjectDraft) => change({ subjects: subjects.map((other) => (other.key === changed.key ? changed : other)) })),
    onMove: useCallbackRef(move),
    onRemove: useCallbackRef((entry: SubjectDraft) => (isEmpty(entry) ? void remove(entry) : setRemoval({ entry, isOpen: true }))),
  };

  return (
    <Stack ref={root}>
      <Text c="dimmed">
        <Trans>Add each subject with its topics and rates, then set your week once for all of them. The first one is shown first on your card.</Trans>
      </Text>
      {catalogue.error && (
        <Notice
          tone="danger"
          role="alert"
          title={catalogue.error}
          actions={
            <Button variant="default" size="sm" loading={catalogue.isRetrying} onClick={catalogue.retry}>
              <Trans>Try Again</Trans>
            </Button>
          }
        >
          <Trans>Your changes are safe. You can add subjects once the list has loaded.</Trans>
        </Notice>
      )}
      {subjects.length === 0 && (
        <Paper px="md" py="xl" radius="lg" bg="none" c="dimmed" ta="center" bd="1px dashed var(--vidya-control-border)">
          <BookOpen size={28} aria-hidden="true" />
          <Text fw={700} c="var(--mantine-color-text)">
            <Trans>No subjects yet</Trans>
          </Text>
          <Text>
            <Trans>Students find you by the subjects you teach.</Trans>
          </Text>
        </Paper>
      )}
      <Stack component="ol" gap="sm" aria-label={t`Your subjects`} display={subjects.length === 0 ? 'none' : undefined}>
        {subjects.map((entry, index) => (
          <TeachingEntry
            key={entry.key}
            entry={entry}
            index={index}
            isLast={index === subjects.length - 1}
            isOffered={catalogue.offeredIds?.has(entry.subject.id) ?? entry.subject.isActive}
            isOpen={isOpen(entry)}
            baseWeek={baseWeek}
            isOnlyWithBase={isOnlyWithBase(subjects, entry)}
            errors={errors}
            {...onEntry}
          />
        ))}
      </Stack>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <Button
        style={{ alignSelf: 'start' }}
        miw={{ base: '100%', xs: 0 }}
        variant={subjects.length === 0 ? 'filled' : 'default'}
        leftSection={<Plus size={18} />}
        disabled={!catalogue.isReady}
        data-add-subject
        {...preloadOnIntent(SubjectPicker)}
        onClick={() => setPicker(({ index }) => ({ index: index + 1, isOpen: true }))}
      >
        {catalogue.isReady || catalogue.error ? t`Add a subject` : t`Loading subjects…`}
      </Button>
      <LiveError>{errors.subjects}</LiveError>
      {base >= 0 && (
        <Card shadow="none" px={{ base: 'sm', sm: 'lg' }} py={{ base: 'sm', sm: 'lg' }}>
          <WeekEditor
            legend={t`Your week`}
            intro={
              subjects.length > 1
                ? t`Students can book these hours every week, for all subjects without different hours.`
                : t`Students can book these hours every week. Subjects that you add have them, too.`
            }
            label={t`Hours of your week`}
            week={baseWeek}
            path={`subjects.${base}.availability`}
            errors={errors}
            onChange={changeBaseWeek}
          />
        </Card>
      )}
      <SubjectPicker key={picker.index} opened={picker.isOpen} groups={available} onPick={add} onClose={closePicker} />
      <ConfirmDialog
        opened={removal?.isOpen ?? false}
        title={t`Remove this subject?`}
        message={removableName && t`The topics, rates and hours of ${removableName} go with it once you save.`}
        confirmLabel={t`Remove`}
        onConfirm={() => removal && void remove(removal.entry)}
        onClose={closeRemoval}
      />
    </Stack>
  );
});

function isEmpty({ topics, modes, week, hasOwnWeek }: SubjectDraft): boolean {
  return topics.length === 0 && !(hasOwnWeek && hasSlots(week)) && modes.every(({ enabled, rate }) => !enabled && rate === '');
}

type OpenEntries = { isOpen: (entry: SubjectDraft) => boolean; open: (key: string) => void; toggle: (key: string) => void };

function useOpenEntries(subjects: readonly SubjectDraft[], errors: Readonly<Record<string, string>>): OpenEntries {
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(() => new Set(subjects.length === 1 ? subjects.map(({ key }) => key) : []));
  // While rendering, not in an effect: the first wrong field is looked up right afterwards.
  const [seenErrors, setSeenErrors] = useState<Readonly<Record<string, string>>>({});
  if (seenErrors !== errors) {
    setSeenErrors(errors);
    const wrong = subjects.filter((entry, index) => findOwnError(errors, index, entry) !== undefined);
    if (wrong.length > 0) setOpenKeys(new Set([...openKeys, ...wrong.map(({ key }) => key)]));
  }

  return {
    isOpen: ({ key }) => openKeys.has(key),
    open: (key) => setOpenKeys((keys) => new Set([...keys, key])),
    toggle: (key) => setOpenKeys((keys) => (keys.has(key) ? new Set([...keys].filter((other) => other !== key)) : new Set([...keys, key]))),
  };
}

async function collapse(element: HTMLElement | null | undefined): Promise<void> {
  if (!element?.animate || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { height } = element.getBoundingClientRect();
  element.style.overflow = 'clip';
  const animation = element.animate(
    [
      { height: `${height}px`, opacity: 1 },
      { height: '0', paddingBlock: '0', borderWidth: '0', marginBottom: '-0.75rem', opacity: 0 },
    ],
    { duration: 180, easing: 'ease-out', fill: 'forwards' },
  );
  await animation.finished.catch(() => null);
}
