import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useViewer } from '#client/lib/session/session.ts';
import { useLazy } from '#client/ui/use-lazy.ts';
import classes from './notification-bell.module.css';

const loadLiveBell = () => import('./live-bell.tsx').then(({ LiveBell }) => LiveBell);

export function NotificationBell() {
  const viewer = useViewer();
  // An admin who has yet to set up a second factor gets no notifications.
  return viewer && !viewer.isSecondFactorDue ? <BellOf key={viewer.id} userId={viewer.id} /> : <PlainBell />;
}

function BellOf({ userId }: { userId: string }) {
  const LiveBell = useLazy(loadLiveBell, { isNeeded: true });
  return LiveBell ? <LiveBell userId={userId} /> : <PlainBell />;
}

function PlainBell() {
  return (
    <Link to="/notifications" className={classes.bell} aria-label="Notifications">
      <Bell size={22} aria-hidden="true" />
    </Link>
  );
}
