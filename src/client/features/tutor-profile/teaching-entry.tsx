import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Card, Group, Stack, Text } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronDown, Trash2 } from 'lucide-react';
import { memo, useId } from 'react';
import { formatRupees } from '#shared/domain/money.ts';
import { MODE_LABELS } from '#shared/domain/rates.ts';
import { translated, translatedName } from '#shared/domain/texts.ts';
import { LiveError } from './fields.tsx';
import { IconButton } from './icon-button.tsx';
import type { SubjectDraft } from './profile-draft.ts';
import { RateFields } from './rate-fields.tsx';
import classes from './sections.module.css';
import { SubjectHours } from './subject-hours.tsx';
import { findOwnError } from './subject-weeks.ts';
import { TopicChips } from './topic-chips.tsx';
import { formatWeekHours } from './week-slots.ts';

export type TeachingEntryProps = {
  entry: SubjectDraft;
  index: number;
  isLast: boolean;
  isOffered: boolean;
  isOpen: boolean;
  baseWeek: SubjectDraft['week'];
  isOnlyWithBase: boolean;
  errors: Readonly<Record<string, string>>;
  onToggle: (key: string) => void;
  onChange: (entry: SubjectDraft) => void;
  onMove: (index: number, by: -1 | 1) => void;
  onRemove: (entry: SubjectDraft) => void;
};

// Memoised: all entries would render again with each key in one of them.
export const TeachingEntry = memo(function TeachingEntry({
  entry,
  index,
  isLast,
  isOffered,
  isOpen,
  baseWeek,
  isOnlyWithBase,
  errors,
  ...on
}: TeachingEntryProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const path = `subjects.${index}`;
  const name = translatedName(i18n, entry.subject.name);
  const hiddenError = isOpen ? undefined : findOwnError(errors, index, entry);
  const error = errors[`${path}.subject`] ?? (hiddenError && t`Something in this subject needs a correction`);
  const change = (part: Partial<SubjectDraft>) => on.onChange({ ...entry, ...part });

  return (
    <Card
      component="li"
      shadow="none"
      px={{ base: 'sm', sm: 'lg' }}
      pt={{ base: 4, sm: 'xs' }}
      pb={{ base: 'sm', sm: 'lg' }}
      className={classes.entry}
      data-key={entry.key}
      data-open={isOpen || undefined}
    >
      <Group className={classes.head} justify="space-between" gap="0 0.5rem">
        <Text component="h3" flex="1 1 12rem" miw={0} fz="1.0625rem" lh={1.35}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-body` : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            data-path={hiddenError ?? `${path}.subject`}
            onClick={() => on.onToggle(entry.key)}
          >
            <ChevronDown size={20} aria-hidden="true" />
            <span>{name}</span>
          </button>
        </Text>
        <Group gap={0} wrap="nowrap" ml="auto">
          <IconButton label={t`Move ${name} up`} icon={ArrowUp} data-move="up" disabled={index === 0} onClick={() => on.onMove(index, -1)} />
          <IconButton label={t`Move ${name} down`} icon={ArrowDown} data-move="down" disabled={isLast} onClick={() => on.onMove(index, 1)} />
          <IconButton label={t`Remove ${name}`} icon={Trash2} isDanger onClick={() => on.onRemove(entry)} />
        </Group>
      </Group>
      {!isOffered && (
        <Text w="fit-content" my={4} px="sm" py={4} bdrs="sm" size="sm" fw={600} bg="var(--vidya-warning-tint)" c="var(--vidya-warning-ink)">
          <Trans>No longer offered: hidden from students</Trans>
        </Text>
      )}
      <LiveError id={`${id}-error`} my={4}>
        {error}
      </LiveError>
      {isOpen ? (
        <Stack id={`${id}-body`} gap="1.75rem" pt="sm">
          <TopicChips
            subject={entry.subject}
            chosen={entry.topics}
            path={`${path}.selectedTopics`}
            error={errors[`${path}.selectedTopics`]}
            onChange={(topics) => change({ topics })}
          />
          <RateFields modes={entry.modes} path={`${path}.teachingModes`} errors={errors} onChange={(modes) => change({ modes })} />
          <SubjectHours
            entry={entry}
            baseWeek={baseWeek}
            isOnlyWithBase={isOnlyWithBase}
            path={`${path}.availability`}
            errors={errors}
            onChange={change}
          />
        </Stack>
      ) : (
        <Group component="ul" gap="0.125rem 1.25rem" pl={{ base: 0, sm: '1.75rem' }}>
          {summarise(i18n, entry).map((fact) => (
            <Text key={fact} component="li" size="sm" c="dimmed">
              {fact}
            </Text>
          ))}
        </Group>
      )}
    </Card>
  );
});

function summarise(i18n: I18n, { topics, modes, week, hasOwnWeek }: SubjectDraft): string[] {
  const rates = modes
    .filter(({ type, enabled, rate }) => type !== 'group' && enabled && Number(rate) > 0)
    .map(({ type, rate }) => {
      const [mode, price] = [translated(i18n, MODE_LABELS[type]), formatRupees(Number(rate), i18n.locale)];
      return i18n._(msg`${mode} ${price} / hour`);
    });
  const hours = formatWeekHours(i18n, week);
  return [
    formatTopicCount(i18n, topics.length),
    ...(rates.length > 0 ? rates : [i18n._(msg`No rates yet`)]),
    hasOwnWeek ? i18n._(msg`Different hours: ${hours}`) : hours,
  ];
}

function formatTopicCount(i18n: I18n, count: number): string {
  return i18n._(count === 0 ? msg`No topics chosen yet` : msg`${plural(count, { one: '# topic', other: '# topics' })}`);
}
