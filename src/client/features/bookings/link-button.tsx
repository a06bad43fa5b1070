import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lazyDialog, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { useOpener } from '#client/ui/use-opener.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { canHaveLink } from '#shared/domain/meeting-link.ts';
import { useOpenDialog } from './open-dialog.ts';

const LinkDialog = lazyDialog(() => import('./link-dialog.tsx').then((module) => module.LinkDialog));

export type LinkButtonProps = { booking: BookingView; now: Date };

export type LinkParts = { label: string | null; open: (opener: Element | null) => void; dialog: ReactNode };

/** The label is null where a link cannot be changed. */
export function useLink({ booking, now }: LinkButtonProps): LinkParts {
  const { t } = useLingui();
  const [openDialog, setOpenDialog] = useOpenDialog<'link'>(booking);
  const [openings, setOpenings] = useState(0);
  const isOpen = openDialog !== null;
  const { setOpener } = useOpener(isOpen);

  return {
    label: canHaveLink(booking) && now < booking.endTime ? (booking.meetingLink ? t`Edit Link` : t`Add Link`) : null,
    open(opener) {
      setOpener(opener);
      setOpenings(openings + 1);
      setOpenDialog('link');
    },
    dialog: <LinkDialog key={openings} booking={booking} opened={isOpen} onClose={() => setOpenDialog(null)} />,
  };
}

export function LinkButton(props: LinkButtonProps) {
  const { label, open, dialog } = useLink(props);
  return (
    <>
      {label && (
        <Button
          variant="default"
          leftSection={<Link2 size={18} aria-hidden="true" />}
          {...preloadOnIntent(LinkDialog)}
          onClick={({ currentTarget }) => open(currentTarget)}
        >
          {label}
        </Button>
      )}
      {dialog}
    </>
  );
}
