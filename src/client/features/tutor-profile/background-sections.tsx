import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Card, Group, Stack, Text, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { textsOf, translated } from '#shared/domain/texts.ts';
import { tooMany, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { Fields, WIDE } from './fields.tsx';
import { createEducation, createExperience, type SectionProps } from './profile-draft.ts';

export type BackgroundProps = SectionProps & { onRemove: (list: 'education' | 'experience') => void };

export function EducationSection({ draft, errors, change, onRemove }: BackgroundProps) {
  const { t, i18n } = useLingui();
  return (
    <EntryList
      texts={{
        entry: (number) => t`Education ${number}`,
        remove: (number) => t`Remove education ${number}`,
        add: t`Add education`,
        none: t`Degrees, diplomas and certificates that show what you know.`,
        full: tooMany(t`Education`, LIMITS.education, textsOf(i18n)),
      }}
      entries={draft.education}
      max={LIMITS.education}
      create={createEducation}
      onChange={(education) => {
        if (education.length < draft.education.length) onRemove('education');
        change({ education });
      }}
    >
      {({ degree, institution, year }, index, changeEntry) => {
        const { toErrorProps, entryError } = splitErrors(errors, `education.${index}`, translated(i18n, VALIDATION.education));
        return (
          <Fields>
            <TextInput
              style={WIDE}
              label={t`Degree or qualification`}
              autoComplete="off"
              {...toErrorProps('degree')}
              value={degree}
              onChange={(event) => changeEntry({ degree: event.currentTarget.value })}
            />
            <TextInput
              label={t`Institution`}
              autoComplete="off"
              {...toErrorProps('institution')}
              value={institution}
              onChange={(event) => changeEntry({ institution: event.currentTarget.value })}
            />
            <TextInput
              label={t`Year`}
              placeholder="2019"
              inputMode="numeric"
              autoComplete="off"
              {...toErrorProps('year')}
              value={year}
              onChange={(event) => changeEntry({ year: event.currentTarget.value })}
            />
            {entryError}
          </Fields>
        );
      }}
    </EntryList>
  );
}

export function ExperienceSection({ draft, errors, change, onRemove }: BackgroundProps) {
  const { t, i18n } = useLingui();
  return (
    <EntryList
      texts={{
        entry: (number) => t`Experience ${number}`,
        remove: (number) => t`Remove experience ${number}`,
        add: t`Add experience`,
        none: t`Where you have taught or worked.`,
        full: tooMany(t`Experience`, LIMITS.experience, textsOf(i18n)),
      }}
      entries={draft.experience}
      max={LIMITS.experience}
      create={createExperience}
      onChange={(experience) => {
        if (experience.length < draft.experience.length) onRemove('experience');
        change({ experience });
      }}
    >
      {({ title, company, duration, description }, index, changeEntry) => {
        const { toErrorProps, entryError } = splitErrors(errors, `experience.${index}`, translated(i18n, VALIDATION.experience));
        return (
          <Fields>
            <TextInput
              style={WIDE}
              label={t({ message: 'Title', context: 'job' })}
              placeholder={t`Mathematics Teacher`}
              autoComplete="off"
              {...toErrorProps('title')}
              value={title}
              onChange={(event) => changeEntry({ title: event.currentTarget.value })}
            />
            <TextInput
              label={t`School or company`}
              autoComplete="off"
              {...toErrorProps('company')}
              value={company}
              onChange={(event) => changeEntry({ company: event.currentTarget.value })}
            />
            <TextInput
              label={t({ message: 'Duration', context: 'job' })}
              placeholder="2020 - 2023"
              autoComplete="off"
              {...toErrorProps('duration')}
              value={duration}
              onChange={(event) => changeEntry({ duration: event.currentTarget.value })}
            />
            <Textarea
              style={WIDE}
              label={t`Description`}
              rows={3}
              {...toErrorProps('description')}
              value={description}
              onChange={(event) => changeEntry({ description: event.currentTarget.value })}
            />
            {entryError}
          </Fields>
        );
      }}
    </EntryList>
  );
}

type FieldErrorProps = { 'data-path': string; error: string | undefined; errorProps: TextInputProps['errorProps'] };

/** An error that concerns several fields of an entry (`entryMessage`) is shown once, below them. */
function splitErrors(errors: Readonly<Record<string, string>>, path: string, entryMessage: string) {
  const id = `${path}-error`;
  const hasEntryError = Object.entries(errors).some(([field, message]) => field.startsWith(`${path}.`) && message === entryMessage);
  return {
    toErrorProps(name: string): FieldErrorProps {
      const error = errors[`${path}.${name}`];
      // Mantine marks the field as invalid and describes it by the element with this id.
      const errorProps = error === entryMessage ? { id, renderRoot: () => null } : undefined;
      return { 'data-path': `${path}.${name}`, error, errorProps };
    },
    entryError: hasEntryError && (
      <Text id={id} style={WIDE} mt={6} size="sm" c="red">
        {entryMessage}
      </Text>
    ),
  };
}

type EntryTexts = {
  entry: (number: number) => string;
  remove: (number: number) => string;
  add: string;
  none: string;
  full: string;
};

type EntryListProps<T extends { key: string }> = {
  texts: EntryTexts;
  entries: readonly T[];
  max: number;
  create: () => T;
  onChange: (entries: T[]) => void;
  children: (entry: T, index: number, change: (part: Partial<T>) => void) => ReactNode;
};

function EntryList<T extends { key: string }>({ texts, entries, max, create, onChange, children }: EntryListProps<T>) {
  const root = useRef<HTMLDivElement>(null);
  const nextFocus = useRef<{ index: number; selector: 'input' | '[data-remove]' } | null>(null);
  const isFull = entries.length >= max;

  useEffect(() => {
    if (!nextFocus.current) return;
    const { index, selector } = nextFocus.current;
    nextFocus.current = null;
    const found = root.current?.querySelectorAll('li')[index]?.querySelector<HTMLElement>(selector);
    (found ?? root.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
  });

  function add(): void {
    nextFocus.current = { index: entries.length, selector: 'input' };
    onChange([...entries, create()]);
  }

  function remove(index: number): void {
    nextFocus.current = { index: Math.min(index, entries.length - 2), selector: '[data-remove]' };
    onChange(entries.filter((_, otherIndex) => otherIndex !== index));
  }

  return (
    <Stack ref={root}>
      {entries.length === 0 && <Text c="dimmed">{texts.none}</Text>}
      <Stack component="ol" display={entries.length === 0 ? 'none' : undefined}>
        {entries.map((entry, index) => (
          <Card key={entry.key} component="li" radius="md" shadow="none" px="md" pt="xs" pb="md">
            <Group justify="space-between" gap="xs" wrap="nowrap" mr={-8}>
              <Text component="h3" size="sm" c="dimmed" fw={600}>
                {texts.entry(index + 1)}
              </Text>
              <Button
                data-remove
                variant="subtle"
                color="red"
                size="sm"
                mih={44}
                leftSection={<Trash2 size={18} aria-hidden="true" />}
                aria-label={texts.remove(index + 1)}
                onClick={() => remove(index)}
              >
                <Trans>Remove</Trans>
              </Button>
            </Group>
            {children(entry, index, (part) => onChange(entries.map((other) => (other.key === entry.key ? { ...other, ...part } : other))))}
          </Card>
        ))}
      </Stack>
      <Group gap="0.5rem 1rem">
        <Button data-add variant="default" leftSection={<Plus size={18} aria-hidden="true" />} disabled={isFull} onClick={add}>
          {texts.add}
        </Button>
        {isFull && (
          <Text size="sm" c="dimmed">
            {texts.full}
          </Text>
        )}
      </Group>
    </Stack>
  );
}
