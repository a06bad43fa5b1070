import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { users } from '#db/schema/people.ts';
import type { SignedIn } from '#server/core/context.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { AgreeToTermsInput, Viewer } from '#shared/contracts/auth.ts';
import { getViewer } from './auth.queries.ts';

/** Stores nothing without a version, because the user has not been shown any terms. */
export const toTermsRecord = (termsVersion: string | undefined, at: Date) =>
  termsVersion === undefined ? {} : { termsVersion, termsAcceptedAt: at };

/** Never replaces a newer version, which an outdated page would otherwise do. */
export async function agreeToTerms(ctx: SignedIn, { termsVersion }: AgreeToTermsInput): Promise<Viewer> {
  const { id } = ctx.actor;
  await inUnitOfWork(ctx, async ({ db, now }) => {
    const isOlder = or(isNull(users.termsVersion), lt(users.termsVersion, termsVersion));
    await db
      .update(users)
      .set(toTermsRecord(termsVersion, now()))
      .where(and(eq(users.id, id), isOlder));
  });
  return getViewer(ctx, id);
}
