import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer, Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from '#client/features/admin-bookings/booking-drawer.module.css';
import { BookingFacts } from '#client/features/admin-bookings/booking-facts.tsx';
import type { DeskParts } from '#client/features/admin-bookings/desk-parts.ts';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';

export type BookingDrawerProps = { id: string | null; zone: string; parts: DeskParts; onClose: () => void };

/** Everything about one booking, beside the list. */
export function BookingDrawer({ id, zone, parts, onClose }: BookingDrawerProps) {
  // Its code may arrive when it is to open already; Mantine remembers where the focus was only if it sees it open.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  // While it closes, it shows what it has shown.
  const [shown, setShown] = useState(id);
  if (id !== null && id !== shown) setShown(id);

  return (
    <Drawer
      opened={id !== null && isMounted}
      title="Booking details"
      position="right"
      size="min(34rem, 100%)"
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 20 }}
      overlayProps={{ backgroundOpacity: 0.45 }}
      // A `header` in a dialog would count as the page's banner.
      attributes={{ header: { role: 'presentation' } }}
      classNames={{ content: classes.content, header: classes.header, title: classes.title }}
    >
      {shown !== null && <Content key={shown} id={shown} zone={zone} parts={parts} />}
    </Drawer>
  );
}

function Content({ id, zone, parts }: { id: string; zone: string; parts: DeskParts }) {
  const { data, error, isFetching, refetch } = trpc.bookings.byId.useQuery({ id });
  if (data) return <BookingFacts booking={data} zone={zone} parts={parts} />;
  if (error) {
    const message = errorMessage(error, 'Failed to fetch bookings');
    return <ErrorState title="Error fetching bookings." message={message} isRetrying={isFetching} onRetry={() => void refetch()} />;
  }
  return (
    <Loading label="Loading booking…">
      <div className={classes.waiting}>
        <Skeleton height={28} width="60%" />
        <Skeleton height={120} />
        <Skeleton height={220} />
      </div>
    </Loading>
  );
}
