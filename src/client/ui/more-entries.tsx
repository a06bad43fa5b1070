import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './dashboard-shell.module.css';
import { Entry } from './shell-entry.tsx';
import type { ShellEntry } from './shell-types.ts';
import { usePopup } from './use-popup.ts';

export type MoreEntriesProps = { entries: readonly ShellEntry[]; logout: ReactNode };

/** What does not fit into the bar of a phone. */
export function MoreEntries({ entries, logout }: MoreEntriesProps) {
  const { isOpen, rootRef, triggerProps, panelId } = usePopup();
  const waiting = entries.flatMap(({ label, count }) => (count ? [`${label}: ${count.said}`] : []));

  return (
    <div ref={rootRef}>
      <button {...triggerProps} className={classes.entry} aria-label={waiting.length > 0 ? `More, ${waiting.join(', ')}` : undefined}>
        <Ellipsis size={22} aria-hidden="true" />
        <span>More</span>
        {waiting.length > 0 && <span className={classes.dot} />}
      </button>
      {isOpen && (
        <ul id={panelId} className={classes.more}>
          {entries.map((entry) => (
            <li key={entry.label}>
              <Entry {...entry} />
            </li>
          ))}
          <li>{logout}</li>
        </ul>
      )}
    </div>
  );
}
