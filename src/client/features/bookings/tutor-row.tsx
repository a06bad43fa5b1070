import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, Check, Link2, Phone, X } from 'lucide-react';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { toTelUrl } from '#client/ui/format.ts';
import { preloadOnIntent } from '#client/ui/lazy-part.tsx';
import type { RowMenuItem } from '#client/ui/row-menu.tsx';
import { useOpener } from '#client/ui/use-opener.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { joinState } from '#shared/domain/meeting-link.ts';
import { BookingRow } from './booking-row.tsx';
import { formatStudent, isOccupying } from './booking-text.ts';
import { useCalendarFile } from './calendar-file.ts';
import { JoinButton } from './join-button.tsx';
import { type LinkParts, useLink } from './link-button.tsx';
import type { Confirming } from './use-confirming.ts';
import { ACTIONS, getTransitions, TransitionDialogs, type Transitions, useTransitions } from './use-transitions.tsx';

export type TutorRowProps = { booking: BookingView; now: Date; confirming: Confirming; isNew?: boolean; hasDate?: boolean };

export function TutorRow({ booking, now, confirming, isNew, hasDate }: TutorRowProps) {
  const { i18n } = useLingui();
  const { student } = booking;
  const transitions = useTransitions({ booking, by: 'tutor', now });
  const link = useLink({ booking, now });
  const menu = useTutorMenu({ booking, now, confirming }, transitions, link);

  return (
    <BookingRow
      booking={booking}
      person={student}
      heading={formatStudent(i18n, booking)}
      now={now}
      isNew={isNew}
      isToAnswer
      hasDate={hasDate}
      action={<TutorAction booking={booking} now={now} confirming={confirming} transitions={transitions} />}
      menu={menu}
      dialogs={
        <>
          {transitions.dialogs}
          {link.dialog}
        </>
      }
    />
  );
}

type ActionProps = Pick<TutorRowProps, 'booking' | 'now' | 'confirming'> & { transitions: Transitions };

/** The one that is next. */
function TutorAction({ booking, now, confirming, transitions }: ActionProps) {
  const { i18n } = useLingui();
  const targets = getTransitions(booking, 'tutor', now);
  if (targets.includes('confirmed')) return <ConfirmButton booking={booking} confirming={confirming} />;
  if (targets.includes('completed')) {
    const { label, Icon } = ACTIONS.completed;
    return (
      <Button
        leftSection={<Icon size={18} aria-hidden="true" />}
        {...preloadOnIntent(TransitionDialogs)}
        onClick={({ currentTarget }) => transitions.open('completed', currentTarget)}
      >
        {i18n._(label)}
      </Button>
    );
  }
  return joinState(booking, now) === 'open' && <JoinButton booking={booking} now={now} />;
}

function ConfirmButton({ booking, confirming }: Pick<TutorRowProps, 'booking' | 'confirming'>) {
  const { t } = useLingui();
  const { setOpener, returnFocus } = useOpener();
  const isConfirming = confirming.isConfirming(booking.id);
  return (
    <Button
      variant={isConfirming ? 'default' : 'filled'}
      // A disabled button would lose the focus.
      aria-disabled={isConfirming}
      leftSection={!isConfirming && <Check size={18} aria-hidden="true" />}
      onClick={({ currentTarget }) => {
        if (isConfirming) return;
        setOpener(currentTarget);
        returnFocus();
        confirming.confirm([booking]);
      }}
    >
      {isConfirming ? t`Confirming…` : t`Confirm`}
    </Button>
  );
}

const ICON = { size: 18, 'aria-hidden': true } as const;

function useTutorMenu({ booking, now, confirming }: TutorRowProps, transitions: Transitions, link: LinkParts): RowMenuItem[] {
  const { t } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const saveCalendar = useCalendarFile('tutor', () => queryClient.fetchQuery(trpc.bookings.byId.queryOptions({ id: booking.id })));
  const { contactNumber, learningMethod, status } = booking;
  const targets = confirming.isConfirming(booking.id) ? [] : getTransitions(booking, 'tutor', now);

  const items: (RowMenuItem | false)[] = [
    targets.includes('confirmed') &&
      learningMethod === 'online' && {
        label: t`Confirm with your own link`,
        icon: <Link2 {...ICON} />,
        onPress: () => transitions.open('confirmed', document.activeElement),
      },
    isOccupying(booking) && contactNumber !== '' && { label: t`Call`, icon: <Phone {...ICON} />, href: toTelUrl(contactNumber) },
    link.label !== null && { label: link.label, icon: <Link2 {...ICON} />, onPress: () => link.open(document.activeElement) },
    status === 'confirmed' && { label: t`Add to calendar`, icon: <CalendarPlus {...ICON} />, onPress: saveCalendar },
    targets.includes('cancelled') && {
      label: t({ message: 'Cancel', context: 'a booking' }),
      icon: <X {...ICON} />,
      isDangerous: true,
      onPress: () => transitions.open('cancelled', document.activeElement),
    },
  ];
  return items.filter((item) => item !== false);
}
