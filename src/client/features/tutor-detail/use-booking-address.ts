import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { session, useViewer } from '#client/lib/session/session.ts';
import { toast } from '#client/ui/toasts.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step before is the profile without the modal: set while it is open, and at /login on the way there. */
    isOverProfile?: boolean;
  }
}

export type LoginLink = { to: '/login'; search: { redirect: string }; state: { isOverProfile: true } };

export type BookingAddress = {
  bookSession: (subject?: string, start?: Date) => Promise<void>;
  /** For a visitor. */
  loginLink: (subject?: string, start?: Date) => LoginLink;
  close: () => void;
};

/** The address opens the modal, so that Back closes it and a login returns to it. */
export function useBookingAddress(id: string): BookingAddress {
  const { i18n } = useLingui();
  const router = useRouter();
  const viewer = useViewer();
  const navigate = useNavigate();
  const search = useSearch({ from: '/tutors/$id' });

  const openModal = (subject = search.subject, start?: Date) => ({ ...search, book: 1 as const, subject, at: start?.getTime() });
  const loginLink = (subject?: string, start?: Date): LoginLink => {
    const { href } = router.buildLocation({ to: '/tutors/$id', params: { id }, search: openModal(subject, start) });
    return { to: '/login', search: { redirect: href }, state: { isOverProfile: true } };
  };

  const bookSession = async (subject?: string, start?: Date) => {
    const account = viewer === undefined ? await session.waitForViewer() : viewer;
    if (account) {
      await navigate({ to: '.', search: openModal(subject, start), state: { isOverProfile: true } });
      return;
    }
    showLoginNeeded(i18n);
    await navigate(loginLink(subject, start));
  };

  const close = () => {
    if (router.state.location.state.isOverProfile) router.history.back();
    else void navigate({ to: '.', search: (current) => ({ ...current, book: undefined }), replace: true });
  };

  return { bookSession, loginLink, close };
}

export const showLoginNeeded = (i18n: I18n): void => toast.info(i18n._(msg`Please login to book a session`));

export function useLoginWhenEnded({ isOpen, isEnded }: { isOpen: boolean; isEnded: boolean }): void {
  const router = useRouter();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isEnded && wasOpen.current)
      void router.navigate({ to: '/login', search: { redirect: router.state.location.href }, state: true, replace: true });
    wasOpen.current = isOpen;
  }, [router, isOpen, isEnded]);
}
