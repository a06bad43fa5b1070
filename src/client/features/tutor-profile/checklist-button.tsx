import { VisuallyHidden } from '@mantine/core';
import { Check, ChevronRight, ChevronUp, Circle } from 'lucide-react';
import { usePopup } from '#client/ui/use-popup.ts';
import type { ChecklistEntry } from './checklist.ts';
import classes from './checklist-button.module.css';
import { leadTo } from './lead-to.ts';

export type ChecklistButtonProps = { percentage: number; entries: readonly ChecklistEntry[] };

/** How complete the profile is; opened, what is missing, each item with the way there. */
export function ChecklistButton({ percentage, entries }: ChecklistButtonProps) {
  const { isOpen, close, rootRef, triggerProps, panelId } = usePopup();
  const missing = entries.filter(({ isMet }) => !isMet).length;

  return (
    <div ref={rootRef} className={classes.root}>
      <button {...triggerProps} className={classes.trigger} aria-label={`${percentage}% complete, checklist`}>
        <Ring percentage={percentage} />
        <span className={classes.words} aria-hidden="true">
          <strong>{`${percentage}% complete`}</strong>
          <span>{missingSentence(missing)}</span>
        </span>
        <ChevronUp className={classes.sign} size={18} aria-hidden="true" />
      </button>
      <div id={panelId} className={classes.panel} hidden={!isOpen}>
        <p className={classes.title}>A complete profile has all ten:</p>
        <ul>
          {entries.map(({ item, label, isMet, place }) => (
            <li key={item}>
              <button
                type="button"
                data-met={isMet || undefined}
                onClick={() => {
                  close();
                  leadTo(place);
                }}
              >
                {isMet ? <Check size={18} aria-hidden="true" /> : <Circle size={18} aria-hidden="true" />}
                <span>
                  {label}
                  <VisuallyHidden>{isMet ? ', done' : ', missing'}</VisuallyHidden>
                </span>
                <ChevronRight size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function missingSentence(missing: number): string {
  if (missing === 0) return 'Everything is there';
  return missing === 1 ? '1 item to go' : `${missing} items to go`;
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
