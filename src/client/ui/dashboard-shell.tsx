import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { ChevronRight, Ellipsis, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import classes from './dashboard-shell.module.css';
import { RowButton, RowLink } from './row-link.tsx';
import type { ShellEntry } from './shell-types.ts';
import { usePopup } from './use-popup.ts';

const MAX_IN_BAR = 5;

export type DashboardShellProps = {
  title: string;
  entries: readonly ShellEntry[];
  onLogout: () => void;
  /** As wide as large screens are, for tables. */
  isWide?: boolean;
  children: ReactNode;
};

/** Inside a `PublicShell` with a `dashboardTitle`. */
export function DashboardShell({ title, entries, onLogout, isWide = false, children }: DashboardShellProps) {
  const { t, i18n } = useLingui();
  const page = useLocation({ select: (location) => getBreadcrumb(i18n, location.pathname) });
  const isCrowded = entries.length + 1 > MAX_IN_BAR;
  const inBar = isCrowded ? entries.slice(0, MAX_IN_BAR - 1) : entries;
  const logout = (
    <RowButton onClick={onLogout}>
      <LogOut size={22} aria-hidden="true" />
      <span>
        <Trans>Logout</Trans>
      </span>
    </RowButton>
  );

  return (
    <div className={classes.frame} data-wide={isWide || undefined}>
      <nav className={classes.sidebar} aria-label={title}>
        <Entries entries={entries} last={logout} />
        <div className={classes.scheme}>
          <ColorSchemeSwitch />
        </div>
      </nav>

      <main id="content" className={classes.main} tabIndex={-1}>
        <nav aria-label={t`Breadcrumb`}>
          <Group component="ol" gap={4} mb="sm" c="dimmed" fz="sm">
            <li>{title}</li>
            {page && (
              <Group component="li" gap={4} c="var(--mantine-color-text)" aria-current="page">
                <ChevronRight size={16} aria-hidden="true" />
                {page}
              </Group>
            )}
          </Group>
        </nav>
        {children}
      </main>

      <nav className={classes.bar} aria-label={title}>
        <Entries entries={inBar} last={isCrowded ? <MoreEntries entries={entries.slice(MAX_IN_BAR - 1)} logout={logout} /> : logout} />
      </nav>
    </div>
  );
}

type EntriesProps = { id?: string; className?: string | undefined; entries: readonly ShellEntry[]; last: ReactNode };

function Entries({ id, className, entries, last }: EntriesProps) {
  return (
    <ul id={id} className={className ?? classes.entries}>
      {entries.map(({ label, icon: Icon, link, count }) => (
        <li key={label}>
          <RowLink {...link} aria-label={count && `${label}, ${count.label}`}>
            <Icon size={22} aria-hidden="true" />
            <span>{label}</span>
            {count && <span className={classes.count}>{count.shown}</span>}
          </RowLink>
        </li>
      ))}
      <li>{last}</li>
    </ul>
  );
}

function MoreEntries({ entries, logout }: { entries: readonly ShellEntry[]; logout: ReactNode }) {
  const { t } = useLingui();
  const { isOpen, rootRef, triggerProps, panelId } = usePopup();
  const waiting = entries.flatMap(({ label, count }) => (count ? [`${label}: ${count.label}`] : [])).join(', ');

  return (
    <div ref={rootRef}>
      <RowButton {...triggerProps} aria-label={waiting ? t`More, ${waiting}` : undefined}>
        <Ellipsis size={22} aria-hidden="true" />
        <span>
          <Trans>More</Trans>
        </span>
        {waiting && <span className={classes.dot} />}
      </RowButton>
      {isOpen && <Entries id={panelId} className={classes.more} entries={entries} last={logout} />}
    </div>
  );
}

/** By the second segment of their address. */
const PAGES = new Map([
  ['dashboard', msg`Dashboard`],
  ['bookings', msg`Bookings`],
  ['favorites', msg`Favorites`],
  ['earnings', msg`Earnings`],
  ['profile', msg`Profile`],
  ['blogs', msg`Blogs`],
  ['tutors', msg`Tutors`],
  ['students', msg`Students`],
  ['subject-categories', msg`Subject categories`],
  ['subjects', msg`Subjects`],
  ['verification', msg`Verification`],
  ['reports', msg`Reports`],
  ['announcements', msg`Announcements`],
  ['audit', msg`Audit`],
  ['failed-jobs', msg`Failed jobs`],
]);

export function getBreadcrumb(i18n: I18n, pathname: string): string | null {
  const segment = pathname.split('/')[2];
  const page = segment && PAGES.get(segment);
  if (page) return i18n._(page);
  return segment ? `${segment.charAt(0).toUpperCase()}${segment.slice(1).replaceAll('-', ' ')}` : null;
}
