import { TextInput } from '@mantine/core';
import { Plus, Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Dialog } from '#client/ui/dialog.tsx';
import classes from './teaching-picker.module.css';
import type { OfferedSubject, SubjectGroup } from './use-teaching-catalogue.ts';

export type SubjectPickerProps = {
  opened: boolean;
  /** Those that the tutor does not teach yet. */
  groups: readonly SubjectGroup[];
  onPick: (subject: OfferedSubject) => void;
  onClose: () => void;
};

/** A list of subjects under their categories, to be searched; the arrow keys go through it. */
export function SubjectPicker({ opened, groups, onPick, onClose }: SubjectPickerProps) {
  const [search, setSearch] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const found = matching(groups, search);
  const first = found[0]?.subjects[0];

  function move(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const stops: Element[] = [...(root.current?.querySelectorAll('input, button') ?? [])];
    const at = document.activeElement ? stops.indexOf(document.activeElement) : -1;
    const next = stops[Math.min(Math.max(at + by, 0), stops.length - 1)];
    if (next instanceof HTMLElement) next.focus();
  }

  return (
    <Dialog opened={opened} title="Add a subject" onClose={onClose}>
      <search ref={root} className={classes.picker} onKeyDown={move}>
        <TextInput
          label="Search subjects"
          type="search"
          autoComplete="off"
          enterKeyHint="done"
          data-autofocus
          leftSection={<Search size={18} aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (search.trim() !== '' && first) onPick(first);
          }}
        />
        <p className={classes.count} role="status">
          {countSentence(groups, found)}
        </p>
        {found.map((group) => (
          <section key={group.id} className={classes.group} aria-label={group.name}>
            <h3>{group.name}</h3>
            <ul>
              {group.subjects.map((subject) => (
                <li key={subject.id}>
                  <button type="button" className={classes.subject} onClick={() => onPick(subject)}>
                    <span>
                      {subject.name}
                      {subject.description && <small>{subject.description}</small>}
                    </span>
                    <Plus size={18} aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </search>
    </Dialog>
  );
}

/** By their own names; where none is called so, by those of their categories. */
function matching(groups: readonly SubjectGroup[], search: string): SubjectGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isMeant = (name: string) => words.every((word) => name.toLowerCase().includes(word));
  const named = groups
    .map((group) => ({ ...group, subjects: group.subjects.filter(({ name }) => isMeant(name)) }))
    .filter(({ subjects }) => subjects.length > 0);
  return named.length > 0 ? named : groups.filter(({ name }) => isMeant(name));
}

function countSentence(groups: readonly SubjectGroup[], found: readonly SubjectGroup[]): string {
  if (groups.length === 0) return 'You have added every subject that is offered.';
  const count = found.reduce((sum, { subjects }) => sum + subjects.length, 0);
  if (count === 0) return 'No subject matches your search.';
  return count === 1 ? '1 subject' : `${count} subjects`;
}
