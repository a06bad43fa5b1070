import { useEffect, useEffectEvent } from 'react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';

/** Free times change while they are looked at: news tell whoever is signed in, and a visitor, who hears none, asks every minute. */
export function useLiveCalendar(tutorId: string, refetch: () => unknown): void {
  const utils = trpc.useUtils();
  const viewer = useViewer();
  const isVisitor = viewer === null;

  trpc.inbox.watchTutor.useSubscription(
    { tutorId },
    { enabled: Boolean(viewer), onData: () => void utils.tutors.availability.invalidate({ id: tutorId }) },
  );

  const ask = useEffectEvent(() => {
    if (document.visibilityState === 'visible') refetch();
  });
  useEffect(() => {
    if (!isVisitor) return;
    const timer = setInterval(ask, BOOKING.clockMs);
    return () => clearInterval(timer);
  }, [isVisitor]);
}
