import { z } from 'zod';
import { MAIL_KINDS } from '#shared/vocabulary/content.ts';
import { id } from './common.ts';

export const mailPreference = z.object({ kind: z.enum(MAIL_KINDS), isOn: z.boolean() });
export type MailPreference = z.infer<typeof mailPreference>;
export const mailPreferences = z.array(mailPreference);

/** The query of an unsubscribe link; `signature` proves that we made it. */
export const unsubscribeInput = z.object({ user: id, kind: z.enum(MAIL_KINDS), signature: z.string().max(100) });
export type UnsubscribeInput = z.infer<typeof unsubscribeInput>;
