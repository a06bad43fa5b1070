import { useState } from 'react';
import type { SubjectDraft } from './profile-draft.ts';

export type OpenEntries = { isOpen: (entry: SubjectDraft) => boolean; open: (key: string) => void; toggle: (key: string) => void };

/** Which entries are unfolded: a single one from the start, and whatever is said to be wrong. */
export function useOpenEntries(subjects: readonly SubjectDraft[], errors: Readonly<Record<string, string>>): OpenEntries {
  const [keys, setKeys] = useState<ReadonlySet<string>>(() => new Set(subjects.length === 1 ? subjects.map(({ key }) => key) : []));
  // In the render: whoever said what is wrong looks for the field right after it.
  const [seen, setSeen] = useState<Readonly<Record<string, string>>>({});
  if (seen !== errors) {
    setSeen(errors);
    const wrong = subjects.filter((_, index) => Object.keys(errors).some((path) => path.startsWith(`subjects.${index}.`)));
    if (wrong.length > 0) setKeys(new Set([...keys, ...wrong.map(({ key }) => key)]));
  }

  return {
    isOpen: ({ key }) => keys.has(key),
    open: (key) => setKeys((now) => new Set([...now, key])),
    toggle: (key) => setKeys((now) => (now.has(key) ? new Set([...now].filter((other) => other !== key)) : new Set([...now, key]))),
  };
}
