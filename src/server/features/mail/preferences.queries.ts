import { and, eq } from 'drizzle-orm';
import { mailOptOuts } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import type { MailPreference, UnsubscribeMailInput } from '#shared/contracts/account.ts';
import { mailKindsFor } from '#shared/domain/mail-kinds.ts';
import { DomainError } from '#shared/errors.ts';
import type { MailKind } from '#shared/vocabulary/notifications.ts';

type MailChoice = { user: string; kind: MailKind };

export async function listPreferences({ db, actor }: SignedIn): Promise<MailPreference[]> {
  const rows = await db.select({ kind: mailOptOuts.kind }).from(mailOptOuts).where(eq(mailOptOuts.userId, actor.id));
  return mailKindsFor(actor.role).map((kind) => ({ kind, isOn: !rows.some((row) => row.kind === kind) }));
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
