import { useLocation } from '@tanstack/react-router';
import { ChevronRight, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import classes from './dashboard-shell.module.css';
import { MoreEntries } from './more-entries.tsx';
import { Entry } from './shell-entry.tsx';
import type { ShellEntry } from './shell-types.ts';

const MOST_IN_BAR = 5;

export type DashboardShellProps = {
  title: string;
  entries: readonly ShellEntry[];
  onLogout: () => void;
  children: ReactNode;
};

/** The frame of an area: a sidebar, on phones a bar within reach of the thumb. Stands inside a `PublicShell` with a `dashboardTitle`. */
export function DashboardShell({ title, entries, onLogout, children }: DashboardShellProps) {
  const page = useLocation({ select: (location) => breadcrumbOf(location.pathname) });
  const isCrowded = entries.length + 1 > MOST_IN_BAR;
  const inBar = isCrowded ? entries.slice(0, MOST_IN_BAR - 1) : entries;
  const logout = (
    <button type="button" className={classes.entry} onClick={onLogout}>
      <LogOut size={22} aria-hidden="true" />
      <span>Logout</span>
    </button>
  );

  return (
    <div className={classes.frame}>
      <nav className={classes.sidebar} aria-label={title}>
        <ul className={classes.entries}>
          {entries.map((entry) => (
            <li key={entry.label}>
              <Entry {...entry} />
            </li>
          ))}
          <li>{logout}</li>
        </ul>
        <div className={classes.scheme}>
          <ColorSchemeSwitch />
        </div>
      </nav>

      <main id="content" className={classes.main} tabIndex={-1}>
        <nav aria-label="Breadcrumb">
          <ol className={classes.crumbs}>
            <li>{title}</li>
            {page && (
              <li aria-current="page">
                <ChevronRight size={16} aria-hidden="true" />
                {page}
              </li>
            )}
          </ol>
        </nav>
        {children}
      </main>

      <nav className={classes.bar} aria-label={title}>
        <ul>
          {inBar.map((entry) => (
            <li key={entry.label}>
              <Entry {...entry} />
            </li>
          ))}
          <li>{isCrowded ? <MoreEntries entries={entries.slice(MOST_IN_BAR - 1)} logout={logout} /> : logout}</li>
        </ul>
      </nav>
    </div>
  );
}

/** The second path segment, capitalised. */
export function breadcrumbOf(pathname: string): string | null {
  const segment = pathname.split('/')[2];
  return segment ? `${segment.charAt(0).toUpperCase()}${segment.slice(1).replaceAll('-', ' ')}` : null;
}
