import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Check, ChevronRight, ChevronUp, Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import { ExplainedButton } from '#client/ui/explained-button.tsx';
import { RowButton } from '#client/ui/row-link.tsx';
import { usePopup } from '#client/ui/use-popup.ts';
import { translated } from '#shared/domain/texts.ts';
import { type ChecklistEntry, focusTarget } from './checklist.ts';
import classes from './editor-bar.module.css';

const SAVE_LABELS = {
  draft: msg`Save Draft`,
  submission: msg`Submit for Review`,
  changes: msg`Save Changes`,
} satisfies Record<string, MessageDescriptor>;

export type EditorBarProps = {
  percentage: number;
  checklist: readonly ChecklistEntry[];
  saves: keyof typeof SAVE_LABELS;
  isDirty: boolean;
  isSaving: boolean;
  disabledReason: string | null;
  error: string | null;
  conflict: ReactNode;
  onDiscard: () => void;
};

export function EditorBar({ percentage, checklist, saves, isDirty, isSaving, disabledReason, error, conflict, onDiscard }: EditorBarProps) {
  const { t, i18n } = useLingui();
  const message = disabledReason ?? error;
  const discardReason = isSaving ? t`Your changes are being saved.` : isDirty ? null : t`There are no unsaved changes.`;
  return (
    <div className={classes.bar}>
      {conflict}
      {message && (
        <Text size="sm" c={disabledReason ? 'dimmed' : 'red'} role="status">
          {message}
        </Text>
      )}
      <Group gap="xs">
        <ChecklistButton percentage={percentage} entries={checklist} />
        <p className={classes.state} data-changed={isDirty || undefined} role="status">
          {isDirty ? t`Unsaved changes` : t`All changes saved`}
        </p>
        <ExplainedButton side="above" variant="subtle" className={classes.discard} reason={discardReason} onClick={onDiscard}>
          <Trans>Discard</Trans>
        </ExplainedButton>
        {!conflict && (
          <Button type="submit" data-save className={classes.save} loading={isSaving} disabled={disabledReason !== null && !isSaving}>
            {i18n._(SAVE_LABELS[saves])}
          </Button>
        )}
      </Group>
    </div>
  );
}

function ChecklistButton({ percentage, entries }: { percentage: number; entries: readonly ChecklistEntry[] }) {
  const { t, i18n } = useLingui();
  const { isOpen, close, rootRef, triggerProps, panelId } = usePopup();
  const missing = entries.filter(({ isMet }) => !isMet).length;

  return (
    <div ref={rootRef} style={{ position: 'relative' }}>
      <UnstyledButton {...triggerProps} className={classes.trigger} aria-label={t`${percentage}% complete, checklist`}>
        <Ring percentage={percentage} />
        <span className={classes.progress} aria-hidden="true">
          <strong>{t`${percentage}% complete`}</strong>
          <Text span size="sm" c="dimmed" lh="inherit">
            {missing === 0 ? <Trans>Everything is complete</Trans> : <Plural value={missing} one="# item to go" other="# items to go" />}
          </Text>
        </span>
        <ChevronUp className={classes.arrow} size={18} aria-hidden="true" />
      </UnstyledButton>
      <div id={panelId} className={classes.panel} hidden={!isOpen}>
        <Text px={10} py={6} size="sm" c="dimmed">
          <Trans>A complete profile has all ten:</Trans>
        </Text>
        <ul>
          {entries.map(({ item, label, isMet, target }) => (
            <li key={item}>
              <RowButton
                className={classes.entry}
                data-met={isMet || undefined}
                onClick={() => {
                  close();
                  focusTarget(target);
                }}
              >
                {isMet ? <Check size={18} aria-hidden="true" /> : <Circle size={18} aria-hidden="true" />}
                <span>
                  {translated(i18n, label)}
                  <VisuallyHidden>{isMet ? t`, done` : t`, missing`}</VisuallyHidden>
                </span>
                <ChevronRight size={16} aria-hidden="true" />
              </RowButton>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Ring({ percentage }: { percentage: number }) {
  return (
    <span className={classes.ring} aria-hidden="true">
      <svg viewBox="0 0 44 44">
        <title>{`${percentage}%`}</title>
        <circle cx="22" cy="22" r="19" pathLength="100" />
        {percentage > 0 && <circle cx="22" cy="22" r="19" pathLength="100" strokeDasharray={`${percentage} 100`} />}
      </svg>
      <span>{`${percentage}%`}</span>
    </span>
  );
}
