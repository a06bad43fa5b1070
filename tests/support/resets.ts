import type { Ctx } from '#server/core/context.ts';
import { createReset, createResetRequest, deleteResets } from '#server/core/password-resets.ts';

export async function aReset(ctx: Ctx, { id: userId, email }: { id: string; email: string }) {
  await deleteResets(ctx, userId);
  const { requestId, asker } = createResetRequest(ctx);
  const secrets = await createReset(ctx, { userId, email, askedAt: ctx.now(), asker });
  if (!secrets) throw new Error('nothing was issued');
  return { ...secrets, requestId };
}
