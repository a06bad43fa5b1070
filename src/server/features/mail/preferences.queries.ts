import { and, eq } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { mailOptOuts } from '#db/schema/mail-preferences.ts';
import { users } from '#db/schema/people.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import type { MailOrder } from '#server/core/job-kinds.ts';
import type { MailPreference, UnsubscribeInput } from '#shared/contracts/mail-preferences.ts';
import { mailKindOf, mailKindsFor } from '#shared/domain/mail-kinds.ts';
import { DomainError } from '#shared/errors.ts';
import type { MailKind } from '#shared/vocabulary/content.ts';

type Choice = { user: string; kind: MailKind };

/** Of every kind that the caller gets mails of at all, whether they want them. */
export async function preferencesOf({ db, actor }: SignedIn): Promise<MailPreference[]> {
  const rows = await db.select({ kind: mailOptOuts.kind }).from(mailOptOuts).where(eq(mailOptOuts.userId, actor.id));
  return mailKindsFor(actor.role).map((kind) => ({ kind, isOn: !rows.some((row) => row.kind === kind) }));
}

/** Whether the person whom the mail is for does without its kind. */
export async function isUnwanted(db: Executor, order: MailOrder): Promise<boolean> {
  const kind = mailKindOf(order);
  if (kind === null || !('userId' in order)) return false;
  const optOuts = await db
    .select({ kind: mailOptOuts.kind })
    .from(mailOptOuts)
    .where(and(byId(mailOptOuts.userId, order.userId), eq(mailOptOuts.kind, kind)));
  return optOuts.length > 0;
}

const PURPOSE = 'unsubscribe';
const signedOf = ({ user, kind }: Choice): string => JSON.stringify([user, kind]);

/** It works without a login and for good: a mail may be read years after it came. */
export function unsubscribeUrlFor({ platform, signer }: Pick<Ctx, 'platform' | 'signer'>, choice: Choice): string {
  const signature = signer.mac(PURPOSE, signedOf(choice));
  return `${platform.publicUrl}/unsubscribe?${new URLSearchParams({ ...choice, signature })}`;
}

/** Whose link of which kind it is; a link that we have not made is none. */
export function choiceOf({ signer }: Ctx, { signature, ...choice }: UnsubscribeInput): Choice {
  if (!signer.isMac(signature, PURPOSE, signedOf(choice))) throw new DomainError('request.unknown_path');
  return choice;
}

/** What a link would switch off, and whether that is still to be done; whoever has left gets no mails. */
export async function offerOf(ctx: Ctx, link: UnsubscribeInput): Promise<MailPreference> {
  const { user, kind } = choiceOf(ctx, link);
  const [account] = await ctx.db
    .select({ switchedOff: mailOptOuts.kind })
    .from(users)
    .leftJoin(mailOptOuts, and(eq(mailOptOuts.userId, users.id), eq(mailOptOuts.kind, kind)))
    .where(byId(users.id, user));
  return { kind, isOn: account?.switchedOff === null };
}
