import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import classes from './bell-link.module.css';

/** Every page shows it, with the sentences of `public` only. */
export function BellLink() {
  const { t } = useLingui();
  return (
    <Link to="/notifications" className={classes.bell} aria-label={t`Notifications`}>
      <Bell size={22} aria-hidden="true" />
    </Link>
  );
}
