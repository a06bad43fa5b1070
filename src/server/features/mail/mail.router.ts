import { publicProcedure, router, sessionProcedure } from '#server/core/trpc.ts';
import { mailPreference, mailPreferences, unsubscribeMailInput } from '#shared/contracts/account.ts';
import { setPreference, unsubscribe } from './preferences.commands.ts';
import { listPreferences, previewUnsubscribe } from './preferences.queries.ts';

const FAILED = 'Failed to save your email preferences. Please try again.';

export const mailRouter = router({
  preferences: sessionProcedure
    .meta({ failed: 'Failed to fetch your email preferences' })
    .output(mailPreferences)
    .query(({ ctx }) => listPreferences(ctx)),
  setPreference: sessionProcedure
    .meta({ failed: FAILED })
    .input(mailPreference)
    .output(mailPreference)
    .mutation(({ ctx, input }) => setPreference(ctx, input)),
  // For the link in a mail: its signature is enough, no session is needed.
  offer: publicProcedure
    .meta({ failed: FAILED })
    .input(unsubscribeMailInput)
    .output(mailPreference)
    .query(({ ctx, input }) => previewUnsubscribe(ctx, input)),
  unsubscribe: publicProcedure
    .meta({ failed: FAILED })
    .input(unsubscribeMailInput)
    .output(mailPreference)
    .mutation(({ ctx, input }) => unsubscribe(ctx, input)),
});
