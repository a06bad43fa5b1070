import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Box, Text, TextInput } from '@mantine/core';
import { Plus, Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Dialog } from '#client/ui/dialog.tsx';
import { RowButton } from '#client/ui/row-link.tsx';
import { translatedName } from '#shared/domain/texts.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import classes from './sections.module.css';
import { type NamedSubjects, type OfferedSubject, type SubjectGroup, useNamedSubjects } from './use-teaching-catalogue.ts';

export type SubjectPickerProps = {
  opened: boolean;
  groups: readonly SubjectGroup[];
  onPick: (subject: OfferedSubject) => void;
  onClose: () => void;
};

export function SubjectPicker({ opened, groups, onPick, onClose }: SubjectPickerProps) {
  const { t, i18n } = useLingui();
  const [search, setSearch] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const named = useNamedSubjects(search);
  const toNames = ({ name }: { name: string }) => [name, translatedName(i18n, name)];
  const found = filterGroups(groups, { search, ids: named.ids, toNames });
  const first = found[0]?.subjects[0];

  function moveFocus(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const controls: Element[] = [...(root.current?.querySelectorAll('input, button') ?? [])];
    const index = document.activeElement ? controls.indexOf(document.activeElement) : -1;
    const next = controls[Math.min(Math.max(index + by, 0), controls.length - 1)];
    if (next instanceof HTMLElement) next.focus();
  }

  return (
    <Dialog opened={opened} title={t`Add a subject`} onClose={onClose}>
      <Box component="search" ref={root} display="block" className={classes.picker} onKeyDown={moveFocus}>
        <TextInput
          label={t`Search subjects`}
          type="search"
          autoComplete="off"
          enterKeyHint="done"
          data-autofocus
          leftSection={<Search size={18} aria-hidden="true" />}
          maxLength={LIMITS.searchText}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (search.trim() !== '' && first) onPick(first);
          }}
        />
        <Text mt="xs" size="sm" c="dimmed" role="status">
          {describeResult(i18n, { groups, found, named })}
        </Text>
        {found.map((group) => (
          <Box key={group.id} component="section" mt="md" aria-label={translatedName(i18n, group.name)}>
            <Text component="h3" mb={4} size="sm" c="dimmed" fw={600}>
              {translatedName(i18n, group.name)}
            </Text>
            <ul>
              {group.subjects.map((subject) => (
                <li key={subject.id}>
                  <RowButton className={classes.subject} onClick={() => onPick(subject)}>
                    <Text span miw={0}>
                      {translatedName(i18n, subject.name)}
                      {subject.description && (
                        <Text span size="sm" c="dimmed" lineClamp={2}>
                          {subject.description}
                        </Text>
                      )}
                    </Text>
                    <Plus size={18} aria-hidden="true" />
                  </RowButton>
                </li>
              ))}
            </ul>
          </Box>
        ))}
      </Box>
    </Dialog>
  );
}

type Filter = { search: string; ids: ReadonlySet<string>; toNames: (entry: { name: string }) => string[] };

function filterGroups(groups: readonly SubjectGroup[], { search, ids, toNames }: Filter): SubjectGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isMatch = (entry: { name: string }) => toNames(entry).some((name) => words.every((word) => name.toLowerCase().includes(word)));
  const matching = groups
    .map((group) => ({ ...group, subjects: group.subjects.filter((subject) => isMatch(subject) || ids.has(subject.id)) }))
    .filter(({ subjects }) => subjects.length > 0);
  return matching.length > 0 ? matching : groups.filter(isMatch);
}

type Result = { groups: readonly SubjectGroup[]; found: readonly SubjectGroup[]; named: NamedSubjects };

function describeResult(i18n: I18n, { groups, found, named }: Result): string {
  if (groups.length === 0) return i18n._(msg`You have added every subject.`);
  const count = found.reduce((sum, { subjects }) => sum + subjects.length, 0);
  if (count === 0) return named.isSearching ? '' : i18n._(msg`No subject matches your search.`);
  return i18n._(msg`${plural(count, { one: '# subject', other: '# subjects' })}`);
}
