import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { session, useViewer } from '#client/lib/session/session.ts';
import { toast } from '#client/ui/toasts.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of a profile with the modal open, and of /login on the way there: the step before it is the profile without. */
    isOverProfile?: boolean;
  }
}

export type BookingAddress = {
  bookSession: (subject?: string, start?: Date) => Promise<void>;
  close: () => void;
};

/** The modal stands in the address, so that Back closes it and a login leads back to it. */
export function useBookingAddress(id: string): BookingAddress {
  const router = useRouter();
  const viewer = useViewer();
  const navigate = useNavigate({ from: '/tutors/$id' });

  const bookSession = async (subject?: string, start?: Date) => {
    const opened = <Present extends { subject?: string | undefined }>(present: Present) => ({
      ...present,
      book: 1 as const,
      subject: subject ?? present.subject,
      at: start?.getTime(),
    });
    const me = viewer === undefined ? await session.known() : viewer;
    if (me) {
      await navigate({ search: opened, state: { isOverProfile: true } });
      return;
    }
    const { href } = router.buildLocation({ to: '/tutors/$id', params: { id }, search: opened });
    toast.info('Please login to book a session');
    await navigate({ to: '/login', search: { redirect: href }, state: { isOverProfile: true } });
  };

  const close = useCallback(() => {
    if (router.state.location.state.isOverProfile) router.history.back();
    else void navigate({ search: (present) => ({ ...present, book: undefined }), replace: true });
  }, [router, navigate]);

  return { bookSession, close };
}

/** Whose session runs out while booking logs in again, and comes back to the modal as it was. */
export function useWayThroughLogin({ isOpen, isEnded }: { isOpen: boolean; isEnded: boolean }): void {
  const router = useRouter();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isEnded && wasOpen.current)
      void router.navigate({ to: '/login', search: { redirect: router.state.location.href }, state: true, replace: true });
    wasOpen.current = isOpen;
  }, [router, isOpen, isEnded]);
}
