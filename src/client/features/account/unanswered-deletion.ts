import { removeUserDrafts } from '#client/lib/drafts/draft.ts';
import { session } from '#client/lib/session/session.ts';
import { toast } from '#client/ui/toasts.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';

type Deletion = { userId: string; message: string; leadHome: () => void };

/** Later, a session that is over has probably ended for another reason. */
const MAX_DOUBT_MS = HOUR_MS;

let stopFollowing = () => {};

function end(): void {
  session.explainEnd = undefined;
  stopFollowing();
}

/** The account of this page may have been deleted, without an answer: where its session turns out to be over, `message` says so. */
export const unansweredDeletion = {
  isOpen: () => session.explainEnd !== undefined,
  begin({ userId, message, leadHome }: Deletion) {
    end();
    const askedAt = Date.now();
    session.explainEnd = (endedId) => {
      if (endedId !== userId || Date.now() - askedAt >= MAX_DOUBT_MS) return false;
      removeUserDrafts(userId);
      toast.info(message);
      leadHome();
      return true;
    };
    stopFollowing = session.subscribe(({ kind }) => {
      if (kind !== 'updated') end();
    });
  },
  end,
};
