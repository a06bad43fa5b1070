import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { ButtonLink } from '#client/ui/links.tsx';
import { toSearch } from './bookings-filters.ts';
import classes from './bookings-page.module.css';

const VIEWS = ['next', 'pending', 'past', 'cancelled'] as const;
type View = (typeof VIEWS)[number];

export type BookingsViewsProps = {
  to: '/student/bookings' | '/tutor/bookings';
  current: string;
  pendingLabel: string;
  /** Of requests that wait for an answer. */
  pendingCount?: number | undefined;
  /** The filter by status, which phones show when it is asked for or in use. */
  filter: ReactNode;
};

export function BookingsViews({ to, current, pendingLabel, pendingCount = 0, filter }: BookingsViewsProps) {
  const { t } = useLingui();
  const labels: Record<View, string> = { next: t`Upcoming`, pending: pendingLabel, past: t`Past`, cancelled: t`Cancelled` };
  const isView = VIEWS.some((view) => view === current);
  const [isOpen, setOpen] = useState(!isView);
  const panelId = useId();

  return (
    <div className={classes.views}>
      <nav aria-label={t`Views`} className={classes.switch}>
        {VIEWS.map((view) => (
          <ButtonLink
            key={view}
            to={to}
            search={toSearch(view)}
            activeOptions={{ exact: true }}
            variant="subtle"
            radius="sm"
            className={classes.view}
          >
            {labels[view]}
            {view === 'pending' && pendingCount > 0 && <span className={classes.waiting}>{` ${pendingCount}`}</span>}
          </ButtonLink>
        ))}
      </nav>
      <Button
        variant="subtle"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={panelId}
        rightSection={<ChevronDown size={18} aria-hidden="true" className={classes.chevron} />}
        onClick={() => setOpen(!isOpen)}
      >
        <Trans>All bookings by status</Trans>
      </Button>
      <nav id={panelId} aria-label={t`Filter bookings`} className={classes.panel} data-open={isOpen || undefined}>
        {filter}
      </nav>
    </div>
  );
}
