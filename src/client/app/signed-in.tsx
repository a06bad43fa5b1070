import { useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, RouterContextProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ConfirmIdentity } from '#client/features/auth/confirm-identity.tsx';
import { OutboxSender } from '#client/features/messages/outbox-sender.ts';
import { RealtimeFeed } from '#client/features/notifications/realtime-feed.ts';
import { UnsentMarks } from '#client/features/notifications/use-marks.ts';
import { connectionState } from '#client/lib/realtime/connection-state.ts';
import { isTemporary } from '#client/lib/rpc/errors.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { ConnectionSign } from './connection-sign.tsx';
import { OfflineCopies } from './offline-copies.tsx';

export type SignedInProps = { userId: string; router: AnyRouter };

export function SignedIn({ userId, router }: SignedInProps) {
  // The server refuses all of it to an admin without a second factor.
  const isRefused = useViewer()?.isSecondFactorDue;
  return (
    <>
      {!isRefused && (
        <>
          <RealtimeFeed />
          <OutboxSender userId={userId} />
          <UnsentMarks userId={userId} />
          <OfflineCopies />
        </>
      )}
      <RefetchAfterReconnect />
      <ConnectionSign />
      <RouterContextProvider router={router}>
        <ConfirmIdentity />
      </RouterContextProvider>
    </>
  );
}

/** Queries that failed without a connection are read again once there is one: not every list has a Try Again. */
function RefetchAfterReconnect(): null {
  const queryClient = useQueryClient();

  useEffect(() => {
    let wasCut = connectionState.get() === 'cut';
    return connectionState.subscribe(() => {
      const isCut = connectionState.get() === 'cut';
      const isBack = wasCut && !isCut;
      wasCut = isCut;
      if (isBack) void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' && isTemporary(state.error) });
    });
  }, [queryClient]);

  return null;
}
