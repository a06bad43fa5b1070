import { and, eq } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { mailOptOuts } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import type { MailJob } from '#server/core/job-kinds.ts';
import type { MailPreference, UnsubscribeMailInput } from '#shared/contracts/account.ts';
import { mailKindOf, mailKindsFor } from '#shared/domain/mail-kinds.ts';
import { DomainError } from '#shared/errors.ts';
import type { MailKind } from '#shared/vocabulary/notifications.ts';

type MailChoice = { user: string; kind: MailKind };

export async function listPreferences({ db, actor }: SignedIn): Promise<MailPreference[]> {
  const rows = await db.select({ kind: mailOptOuts.kind }).from(mailOptOuts).where(eq(mailOptOuts.userId, actor.id));
  return mailKindsFor(actor.role).map((kind) => ({ kind, isOn: !rows.some((row) => row.kind === kind) }));
}

export async function hasOptedOut(db: Executor, job: MailJob): Promise<boolean> {
  const kind = mailKindOf(job);
  if (kind === null || !('userId' in job)) return false;
  const optOuts = await db
    .select({ kind: mailOptOuts.kind })
    .from(mailOptOuts)
    .where(and(byId(mailOptOuts.userId, job.userId), eq(mailOptOuts.kind, kind)));
  return optOuts.length > 0;
}

const PURPOSE = 'unsubscribe';
const toSignedText = ({ user, kind }: MailChoice): string => JSON.stringify([user, kind]);

/** Needs no session and never expires: a mail may be read years later. */
export function createUnsubscribeUrl({ platform, signer }: Pick<Ctx, 'platform' | 'signer'>, choice: MailChoice): string {
  const signature = signer.mac(PURPOSE, toSignedText(choice));
  return `${platform.publicUrl}/unsubscribe?${new URLSearchParams({ ...choice, signature })}`;
}

export function verifyUnsubscribeLink({ signer }: Ctx, { signature, ...choice }: UnsubscribeMailInput): MailChoice {
  if (!signer.verifyMac(signature, PURPOSE, toSignedText(choice))) throw new DomainError('request.unknown_path');
  return choice;
}

export async function previewUnsubscribe(ctx: Ctx, link: UnsubscribeMailInput): Promise<MailPreference> {
  const { user, kind } = verifyUnsubscribeLink(ctx, link);
  const [account] = await ctx.db
    .select({ switchedOff: mailOptOuts.kind })
    .from(users)
    .leftJoin(mailOptOuts, and(eq(mailOptOuts.userId, users.id), eq(mailOptOuts.kind, kind)))
    .where(byId(users.id, user));
  return { kind, isOn: account?.switchedOff === null };
}
