import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CalendarPlus, MessageCircle, Phone, RotateCcw, Star, UserRound, X } from 'lucide-react';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { toTelUrl } from '#client/ui/format.ts';
import type { RowMenuItem } from '#client/ui/row-menu.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { joinState } from '#shared/domain/meeting-link.ts';
import { getBookAgainLink } from './book-again.ts';
import { BookingRow } from './booking-row.tsx';
import { canCallTutor, getTutor } from './booking-text.ts';
import { useCalendarFile } from './calendar-file.ts';
import { JoinButton } from './join-button.tsx';
import { useReview } from './use-review.tsx';
import { getTransitions, useTransitions } from './use-transitions.tsx';

export type StudentRowProps = { booking: BookingView; now: Date; hasDate?: boolean };

export function StudentRow({ booking, now, hasDate }: StudentRowProps) {
  const { i18n } = useLingui();
  const tutor = getTutor(i18n, booking);
  const transitions = useTransitions({ booking, by: 'student', now });
  const review = useReview(booking, 'student');
  const menu = useStudentMenu(booking, { now, onReview: review.open, onCancel: (opener) => transitions.open('cancelled', opener) });
  const canJoin = joinState(booking, now) === 'open';

  return (
    <BookingRow
      booking={booking}
      person={tutor}
      heading={tutor.name}
      now={now}
      hasDate={hasDate}
      action={canJoin ? <JoinButton booking={booking} now={now} /> : !booking.isReviewed && review.button}
      menu={menu}
      dialogs={
        <>
          {transitions.dialogs}
          {review.dialog}
        </>
      }
    />
  );
}

type Open = (opener: Element | null) => void;
type MenuOptions = { now: Date; onReview: Open; onCancel: Open };

const ICON = { size: 18, 'aria-hidden': true } as const;

function useStudentMenu(booking: BookingView, { now, onReview, onCancel }: MenuOptions): RowMenuItem[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const saveCalendar = useCalendarFile('student', () => queryClient.fetchQuery(trpc.bookings.byId.queryOptions({ id: booking.id })));
  const { id, phone } = booking.tutor;
  const bookAgain = getBookAgainLink(booking);

  const items: (RowMenuItem | false)[] = [
    booking.status === 'completed' &&
      booking.isReviewed && { label: t`Edit Review`, icon: <Star {...ICON} />, onPress: () => onReview(document.activeElement) },
    canCallTutor(booking, now) && { label: t`Call`, icon: <Phone {...ICON} />, href: toTelUrl(phone) },
    id !== '' && {
      label: t`Message`,
      icon: <MessageCircle {...ICON} />,
      onPress: () => void navigate({ to: '/messages', search: { tutor: id } }),
    },
    booking.status === 'confirmed' && { label: t`Add to calendar`, icon: <CalendarPlus {...ICON} />, onPress: saveCalendar },
    bookAgain !== null && { label: t`Book again`, icon: <RotateCcw {...ICON} />, onPress: () => void navigate(bookAgain) },
    id !== '' && { label: t`View Profile`, icon: <UserRound {...ICON} />, onPress: () => void navigate({ to: '/tutors/$id', params: { id } }) },
    getTransitions(booking, 'student', now).includes('cancelled') && {
      label: t({ message: 'Cancel', context: 'a booking' }),
      icon: <X {...ICON} />,
      isDangerous: true,
      onPress: () => onCancel(document.activeElement),
    },
  ];
  return items.filter((item) => item !== false);
}
