import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { session, useViewer } from '#client/lib/session/session.ts';
import { toast } from '#client/ui/toasts.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step before is the profile without the modal: set while it is open, and at /login on the way there. */
    isOverProfile?: boolean;
  }
}

export type BookingAddress = {
  bookSession: (subject?: string, start?: Date) => Promise<void>;
  close: () => void;
};

/** The address opens the modal, so that Back closes it and a login returns to it. */
export function useBookingAddress(id: string): BookingAddress {
  const router = useRouter();
  const viewer = useViewer();
  const navigate = useNavigate({ from: '/tutors/$id' });

  const bookSession = async (subject?: string, start?: Date) => {
    const openModal = <Search extends { subject?: string | undefined }>(current: Search) => ({
      ...current,
      book: 1 as const,
      subject: subject ?? current.subject,
      at: start?.getTime(),
    });
    const account = viewer === undefined ? await session.waitForViewer() : viewer;
    if (account) {
      await navigate({ search: openModal, state: { isOverProfile: true } });
      return;
    }
    const { href } = router.buildLocation({ to: '/tutors/$id', params: { id }, search: openModal });
    toast.info('Please login to book a session');
    await navigate({ to: '/login', search: { redirect: href }, state: { isOverProfile: true } });
  };

  const close = () => {
    if (router.state.location.state.isOverProfile) router.history.back();
    else void navigate({ search: (current) => ({ ...current, book: undefined }), replace: true });
  };

  return { bookSession, close };
}

export function useLoginWhenEnded({ isOpen, isEnded }: { isOpen: boolean; isEnded: boolean }): void {
  const router = useRouter();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isEnded && wasOpen.current)
      void router.navigate({ to: '/login', search: { redirect: router.state.location.href }, state: true, replace: true });
    wasOpen.current = isOpen;
  }, [router, isOpen, isEnded]);
}
