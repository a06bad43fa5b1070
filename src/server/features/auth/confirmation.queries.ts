import { eq } from 'drizzle-orm';
import { users } from '#db/schema/people.ts';
import { findLink } from '#server/core/codes.ts';
import type { Ctx } from '#server/core/context.ts';
import type { LinkDetails, LinkInput } from '#shared/contracts/auth.ts';
import { DomainError } from '#shared/errors.ts';

/** Which account a link is about, for whoever has the mail; a link that was used, or is void, tells nothing. */
export async function linkDetailsOf(ctx: Ctx, { token }: LinkInput): Promise<LinkDetails> {
  const link = await findLink(ctx, token);
  if (!link || link.isUsed) throw new DomainError('auth.link');
  const [account] = await ctx.db
    .select({ name: users.name, role: users.role, registeredAt: users.createdAt })
    .from(users)
    .where(eq(users.id, link.userId));
  if (!account) throw new DomainError('auth.link');
  return { purpose: link.purpose, email: link.email, ...account, zone: ctx.platform.zone };
}

/** Whose wrong passwords are counted; null for a link that is void. */
export async function ownerOfLink(ctx: Ctx, { token }: LinkInput): Promise<string | null> {
  return (await findLink(ctx, token))?.userId ?? null;
}
