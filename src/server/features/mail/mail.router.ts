import { anyone, inPerson, router } from '#server/core/trpc.ts';
import { mailPreference, mailPreferences, unsubscribeInput } from '#shared/contracts/mail-preferences.ts';
import { setPreference, unsubscribe } from './preferences.commands.ts';
import { offerOf, preferencesOf } from './preferences.queries.ts';

const FAILED = 'Failed to save your email preferences. Please try again.';

export const mailRouter = router({
  preferences: inPerson
    .meta({ failed: 'Failed to fetch your email preferences' })
    .output(mailPreferences)
    .query(({ ctx }) => preferencesOf(ctx)),
  setPreference: inPerson
    .meta({ failed: FAILED })
    .input(mailPreference)
    .output(mailPreference)
    .mutation(({ ctx, input }) => setPreference(ctx, input)),
  /** Both for whoever holds the link of a mail: its signature is the right, and nobody need sign in. */
  offer: anyone
    .meta({ failed: FAILED })
    .input(unsubscribeInput)
    .output(mailPreference)
    .query(({ ctx, input }) => offerOf(ctx, input)),
  unsubscribe: anyone
    .meta({ failed: FAILED })
    .input(unsubscribeInput)
    .output(mailPreference)
    .mutation(({ ctx, input }) => unsubscribe(ctx, input)),
});
