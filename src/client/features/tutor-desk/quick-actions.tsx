import { Link, type LinkProps } from '@tanstack/react-router';
import { CalendarCheck, ChevronRight, type LucideIcon, Search, UserRoundPen } from 'lucide-react';
import { DeskCard } from './desk-card.tsx';
import classes from './quick-actions.module.css';

const ACTIONS: readonly { label: string; icon: LucideIcon; link: LinkProps }[] = [
  { label: 'Edit Profile', icon: UserRoundPen, link: { to: '/tutor/profile' } },
  { label: 'View Bookings', icon: CalendarCheck, link: { to: '/tutor/bookings' } },
  { label: 'Browse Tutors', icon: Search, link: { to: '/tutors' } },
];

export function QuickActions() {
  return (
    <DeskCard title="Quick actions">
      <ul className={classes.actions}>
        {ACTIONS.map(({ label, icon: Icon, link }) => (
          <li key={label}>
            <Link {...link} className={classes.action}>
              <Icon size={20} aria-hidden="true" />
              <span>{label}</span>
              <ChevronRight size={18} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </DeskCard>
  );
}
