import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarDays, CalendarRange, List, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '#client/ui/links.tsx';
import classes from './bookings-page.module.css';

export type BookingsPath = '/student/bookings' | '/tutor/bookings';

export type ViewSwitchProps = {
  to: BookingsPath;
  /** The link to the list, whose filters are not the same for both. */
  list: ReactNode;
  hasWeek?: boolean;
};

export function ViewSwitch({ to, list, hasWeek = false }: ViewSwitchProps) {
  const { t } = useLingui();
  return (
    <nav aria-label={t({ message: 'View', context: 'of bookings' })} className={classes.switch}>
      {list}
      <ButtonLink to={to} search={{ view: 'month' }} {...toViewLink(<Trans>Month</Trans>, CalendarDays)} />
      {hasWeek && <ButtonLink to="/tutor/bookings" search={{ view: 'week' }} {...toViewLink(<Trans>Week</Trans>, CalendarRange)} />}
    </nav>
  );
}

/** To another month or week. */
export const PERIOD_LINK = { activeOptions: { exact: true }, variant: 'chip', style: { borderRadius: 'var(--mantine-radius-md)' } } as const;

export const LIST_LINK = { activeOptions: { exact: true }, ...toViewLink(<Trans>List</Trans>, List) } as const;

function toViewLink(label: ReactNode, Icon: LucideIcon) {
  return {
    variant: 'subtle',
    radius: 'sm',
    leftSection: <Icon size={18} aria-hidden="true" />,
    className: `${classes.view} ${classes.shape}`,
    children: label,
  };
}
