import { type AnyRouter, RouterContextProvider } from '@tanstack/react-router';
import { ConfirmIdentity } from '#client/features/auth/confirm-identity.tsx';
import { OutboxSender } from '#client/features/messages/outbox-sender.ts';
import { RealtimeFeed } from '#client/features/notifications/realtime-feed.ts';
import { UnsentMarks } from '#client/features/notifications/use-marks.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { ConnectionSign } from './connection-sign.tsx';
import { FailedAnswers } from './failed-answers.ts';
import { OfflineCopies } from './offline-copies.tsx';

export type SignedInProps = { userId: string; router: AnyRouter };

/** What goes on for whoever is signed in, whatever page is open: news come, what waits is sent, what failed is read again, and the browser is ready to be offline. */
export function SignedIn({ userId, router }: SignedInProps) {
  // The server refuses all of it to an admin who has yet to set up a second factor.
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
      <FailedAnswers />
      <ConnectionSign />
      <RouterContextProvider router={router}>
        <ConfirmIdentity />
      </RouterContextProvider>
    </>
  );
}
