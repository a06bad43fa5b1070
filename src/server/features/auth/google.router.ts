import { anyone, inPerson } from '#server/core/trpc.ts';
import { chooseRoleInput, googleProof, googleSignInInput, viewer } from '#shared/contracts/auth.ts';
import { loginStep } from '#shared/contracts/factors.ts';
import { chooseRole, proveWithGoogle, signInWithGoogle } from './google.commands.ts';

/** Spread into the router of the feature. */
export const googleProcedures = {
  signInWithGoogle: anyone
    .meta({ failed: 'Login failed. Please try again.' })
    .input(googleSignInInput)
    .output(loginStep)
    .mutation(({ ctx, input }) => signInWithGoogle(ctx, input)),
  proveWithGoogle: anyone
    .meta({ failed: 'Login failed. Please try again.' })
    .input(googleSignInInput)
    .output(googleProof)
    .mutation(({ ctx, input }) => proveWithGoogle(ctx, input)),
  chooseRole: inPerson
    .meta({ failed: 'Registration failed. Please try again.' })
    .input(chooseRoleInput)
    .output(viewer)
    .mutation(({ ctx, input }) => chooseRole(ctx, input)),
};
