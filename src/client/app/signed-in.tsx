import { UnsentMessages } from '#client/features/messages/unsent-messages.ts';
import { RealtimeFeed } from '#client/features/notifications/realtime-feed.ts';

export type SignedInProps = { userId: string };

/** What goes on for whoever is signed in, whatever page is open: news come, and messages that wait are sent. */
export function SignedIn({ userId }: SignedInProps) {
  return (
    <>
      <RealtimeFeed />
      <UnsentMessages userId={userId} />
    </>
  );
}
