import { z } from 'zod';
import { MAIL_KINDS } from '#shared/vocabulary/content.ts';
import { id } from './common.ts';

/** Whether somebody gets mails of a kind. */
export const mailPreference = z.object({ kind: z.enum(MAIL_KINDS), isOn: z.boolean() });
export type MailPreference = z.infer<typeof mailPreference>;
export const mailPreferences = z.array(mailPreference);

/** What stands in the link at the foot of a mail: whose mails, of which kind, and that we have made it. */
export const unsubscribeInput = z.object({ user: id, kind: z.enum(MAIL_KINDS), signature: z.string().max(100) });
export type UnsubscribeInput = z.infer<typeof unsubscribeInput>;
