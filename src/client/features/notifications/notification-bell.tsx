import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { withMessages } from '#client/lib/i18n.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import classes from './notification-bell.module.css';

const LiveBell = lazyPart(withMessages('signed-in', () => import('./live-bell.tsx').then((module) => module.LiveBell)));

export function NotificationBell() {
  const viewer = useViewer();
  // An admin who has yet to set up a second factor gets no notifications.
  return viewer && !viewer.isSecondFactorDue ? <LiveBell key={viewer.id} userId={viewer.id} fallback={<PlainBell />} /> : <PlainBell />;
}

function PlainBell() {
  return (
    <Link to="/notifications" className={classes.bell} aria-label="Notifications">
      <Bell size={22} aria-hidden="true" />
    </Link>
  );
}
