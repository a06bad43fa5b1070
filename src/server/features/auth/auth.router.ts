import { anyone, router, user } from '#server/core/trpc.ts';
import { loginInput, registerInput, startedSession, viewer } from '#shared/contracts/auth.ts';
import { done } from '#shared/contracts/common.ts';
import { SUCCESS } from '#shared/messages.ts';
import { me } from './auth.queries.ts';
import { register } from './register.commands.ts';
import { login, logout } from './sessions.commands.ts';

export const authRouter = router({
  login: anyone
    .meta({ failed: 'Failed to login. Please try again.' })
    .input(loginInput)
    .output(startedSession)
    .mutation(({ ctx, input }) => login(ctx, input)),
  register: anyone
    .meta({ failed: 'Registration failed. Please try again.' })
    .input(registerInput)
    .output(startedSession)
    .mutation(({ ctx, input }) => register(ctx, input)),
  logout: anyone.output(done).mutation(async ({ ctx }) => {
    await logout(ctx);
    return { message: SUCCESS.logout };
  }),
  me: user.output(viewer).query(({ ctx }) => me(ctx)),
});
