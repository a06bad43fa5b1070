import { withMessages } from '#client/lib/i18n.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { BellLink } from '#client/ui/bell-link.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';

const LiveBell = lazyPart(withMessages('signed-in', () => import('./live-bell.tsx').then((module) => module.LiveBell)));

export function NotificationBell() {
  const viewer = useViewer();
  // An admin who has yet to set up a second factor gets no notifications.
  return viewer && !viewer.isSecondFactorDue ? <LiveBell key={viewer.id} userId={viewer.id} fallback={<BellLink />} /> : <BellLink />;
}
