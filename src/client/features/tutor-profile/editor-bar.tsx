import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ExplainedButton } from '#client/ui/explained-button.tsx';
import type { ChecklistEntry } from './checklist.ts';
import { ChecklistButton } from './checklist-button.tsx';
import classes from './editor-bar.module.css';

export type EditorBarProps = {
  percentage: number;
  checklist: readonly ChecklistEntry[];
  saveLabel: 'Save Draft' | 'Submit for Review' | 'Save Changes';
  isDirty: boolean;
  isSaving: boolean;
  /** Why nothing can be saved at this moment. */
  hindrance: string | null;
  problem: string | null;
  /** A question that has to be answered first, and that saves in place of the button. */
  notice?: ReactNode;
  onDiscard: () => void;
};

/** Always in sight: how far one is, and the way to save; its button submits the form it stands in. */
export function EditorBar({ percentage, checklist, saveLabel, isDirty, isSaving, hindrance, problem, notice, onDiscard }: EditorBarProps) {
  const said = hindrance ?? problem;
  const nothingToDiscard = isSaving ? 'Your changes are being saved.' : isDirty ? null : 'There are no unsaved changes.';
  return (
    <div className={classes.bar}>
      {notice}
      {said && (
        <p className={classes.said} data-wrong={hindrance === null || undefined} role="status">
          {said}
        </p>
      )}
      <div className={classes.row}>
        <ChecklistButton percentage={percentage} entries={checklist} />
        <p className={classes.state} data-changed={isDirty || undefined} role="status">
          {isDirty ? 'Unsaved changes' : 'All changes saved'}
        </p>
        <ExplainedButton side="above" variant="subtle" className={classes.discard} reason={nothingToDiscard} onClick={onDiscard}>
          Discard
        </ExplainedButton>
        {!notice && (
          <Button type="submit" data-save className={classes.save} loading={isSaving} disabled={hindrance !== null && !isSaving}>
            {saveLabel}
          </Button>
        )}
      </div>
    </div>
  );
}
