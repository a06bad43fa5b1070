import { Button } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { usePageKeys } from '#client/lib/page-keys.ts';
import type { Selection } from '#client/lib/selection.ts';
import { SelectionBar } from '#client/ui/selection-bar.tsx';
import type { AccountStatus } from '#shared/vocabulary/people.ts';
import { AccountStatusDialog, type Person } from './account-status-dialog.tsx';

/** `id`: of its row, which for tutors is the profile. */
export type SelectablePerson = Person & { id: string };

export type AccountSelectionBarProps = {
  selection: Selection;
  /** All that are shown. */
  people: readonly SelectablePerson[];
  noun: string;
  /** Reads the table again. */
  refresh: () => Promise<unknown>;
  /** Takes the focus, because the pressed button goes with the selection. */
  results: RefObject<HTMLElement | null>;
};

const NOBODY: readonly SelectablePerson[] = [];

export function AccountSelectionBar({ selection, people, noun, refresh, results }: AccountSelectionBarProps) {
  const { ids, clear, keep } = selection;
  const [chosen, setChosen] = useState(NOBODY);
  const [isOpen, setOpen] = useState(false);
  usePageKeys({ Escape: clear }, ids.length > 0);
  const withStatus = (expected: AccountStatus) => people.filter(({ id, status }) => status === expected && ids.includes(id));
  const [active, suspended] = [withStatus('active'), withStatus('suspended')];
  const ask = (next: readonly SelectablePerson[]) => {
    setChosen(next);
    setOpen(true);
  };
  async function finish(changedIds: readonly string[]): Promise<void> {
    const changed = chosen.filter(({ userId }) => changedIds.includes(userId)).map(({ id }) => id);
    keep(ids.filter((id) => !changed.includes(id)));
    await refresh();
    if (changed.length > 0) results.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <SelectionBar count={ids.length} onClear={clear}>
        {active.length > 0 && (
          <Button variant="outline" color="red" onClick={() => ask(active)}>
            {`Suspend ${active.length}…`}
          </Button>
        )}
        {suspended.length > 0 && <Button variant="default" onClick={() => ask(suspended)}>{`Reinstate ${suspended.length}…`}</Button>}
      </SelectionBar>
      <AccountStatusDialog
        people={chosen}
        noun={noun}
        opened={isOpen}
        onClose={() => setOpen(false)}
        onDone={(changedIds) => void finish(changedIds)}
      />
    </>
  );
}
