import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { useState } from 'react';
import { ChoiceCards } from '#client/ui/choice-cards.tsx';
import { translatedName } from '#shared/domain/texts.ts';
import type { SubjectDraft } from './profile-draft.ts';
import { WeekEditor } from './week-editor.tsx';
import { formatWeekHours } from './week-slots.ts';

export type SubjectHoursProps = {
  entry: SubjectDraft;
  baseWeek: SubjectDraft['week'];
  /** Its hours are the base week, so it cannot have others. */
  isOnlyWithBase: boolean;
  path: string;
  errors: Readonly<Record<string, string>>;
  onChange: (part: Pick<SubjectDraft, 'week' | 'hasOwnWeek'>) => void;
};

export function SubjectHours({ entry, baseWeek, isOnlyWithBase, path, errors, onChange }: SubjectHoursProps) {
  const { t, i18n } = useLingui();
  const { week, hasOwnWeek } = entry;
  const subjectName = translatedName(i18n, entry.subject.name);
  const same = t`Same hours as your week`;
  // What was chosen by mistake can be undone.
  const [lastOwnWeek, setLastOwnWeek] = useState<SubjectDraft['week'] | null>(null);
  const changeWeek = useCallbackRef((changed: SubjectDraft['week']) => onChange({ week: changed, hasOwnWeek }));

  function choose(choice: 'same' | 'own'): void {
    if (choice === 'same') setLastOwnWeek(week);
    onChange(choice === 'same' ? { week: baseWeek, hasOwnWeek: false } : { week: lastOwnWeek ?? week, hasOwnWeek: true });
  }

  if (isOnlyWithBase)
    return (
      <div>
        <Text fw={600}>
          <Trans>Weekly hours</Trans>
        </Text>
        <Text>{same}</Text>
        <Text size="sm" c="dimmed">
          <Trans>Change your week below to change the hours of this subject.</Trans>
        </Text>
      </div>
    );
  return (
    <Stack gap="md">
      <ChoiceCards
        legend={t`Weekly hours`}
        layout="stacked"
        choices={[
          { value: 'same', label: same, hint: formatWeekHours(i18n, baseWeek) },
          { value: 'own', label: t`Different hours`, hint: t`A week for this subject alone` },
        ]}
        value={hasOwnWeek ? 'own' : 'same'}
        onChange={choose}
      />
      {hasOwnWeek && (
        <WeekEditor
          legend={t`Hours of ${subjectName}`}
          intro={t`Students can book these hours for this subject every week.`}
          label={t`Weekly hours of ${subjectName}`}
          week={week}
          path={path}
          errors={errors}
          onChange={changeWeek}
        />
      )}
    </Stack>
  );
}
