import { z } from 'zod';
import { VALIDATION } from '#shared/messages.ts';
import { SECOND_FACTOR } from '#shared/vocabulary/account-limits.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { SECOND_STEPS } from '#shared/vocabulary/people.ts';
import { loginInput, startedSession } from './auth.ts';
import { id, text } from './common.ts';

const secret = z.string().max(LIMITS.url);
/** WebAuthn JSON, validated by the library that verifies it. */
const webAuthn = z.record(z.string(), z.unknown());

export const secondStepCode = z
  .string({ error: VALIDATION.secondStep })
  .max(LIMITS.id, VALIDATION.secondStep)
  .regex(/^(?:[\s.–-]*\d){6}[\s.–-]*$|^(?:[\s.–-]*[\da-z]){10}[\s.–-]*$/i, VALIDATION.secondStep);

const appCode = z
  .string({ error: VALIDATION.code })
  .transform((typed) => typed.replace(/\D/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, VALIDATION.code));

export const oneStepLoginInput = loginInput.extend({ otp: secondStepCode.optional() });
export type OneStepLoginInput = z.infer<typeof oneStepLoginInput>;

export const secondStepRequired = z.object({
  /** Identifies the first step; worthless without the second. */
  challenge: z.string(),
  methods: z.array(z.enum(SECOND_STEPS)),
});
export type SecondStepRequired = z.infer<typeof secondStepRequired>;

export const loginStep = z.union([z.object({ started: startedSession }), z.object({ secondStep: secondStepRequired })]);
export type LoginStep = z.infer<typeof loginStep>;

export const secondStepForm = z.object({ code: secondStepCode });

export const completeLoginInput = z.object({ challenge: secret, code: secondStepCode.optional(), passkey: webAuthn.optional() });
export type CompleteLoginInput = z.infer<typeof completeLoginInput>;

export const passkeyLoginOptionsInput = z.object({ challenge: secret.optional() });
export type PasskeyLoginOptionsInput = z.infer<typeof passkeyLoginOptionsInput>;
export const passkeyOptions = z.object({ challenge: z.string(), options: webAuthn });
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

export const passkeyLoginInput = z.object({ challenge: secret, passkey: webAuthn, rememberMe: z.boolean().default(true) });
export type PasskeyLoginInput = z.infer<typeof passkeyLoginInput>;

export const passkeyName = text('Name', SECOND_FACTOR.passkeyName).min(1, VALIDATION.passkeyName);

export const secondFactors = z.object({
  hasApp: z.boolean(),
  recoveryCodes: z.number(),
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), createdAt: z.date(), lastUsedAt: z.date().nullable() })),
  isRequired: z.boolean(),
});
export type SecondFactors = z.infer<typeof secondFactors>;

export const appEnrolment = z.object({ secret: z.string(), uri: z.string(), enrolment: z.string() });
export type AppEnrolment = z.infer<typeof appEnrolment>;

export const enableAppInput = z.object({ enrolment: secret, code: appCode });
export type EnableAppInput = z.infer<typeof enableAppInput>;
export const appCodeForm = z.object({ code: appCode });

export const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() });
export type NewRecoveryCodes = z.infer<typeof newRecoveryCodes>;

export const addPasskeyInput = z.object({ challenge: secret, passkey: webAuthn, name: passkeyName });
export type AddPasskeyInput = z.infer<typeof addPasskeyInput>;
export const renamePasskeyInput = z.object({ id, name: passkeyName });
export type RenamePasskeyInput = z.infer<typeof renamePasskeyInput>;
export const passkeyNameForm = z.object({ name: passkeyName });
export const removePasskeyInput = z.object({ id });
export type RemovePasskeyInput = z.infer<typeof removePasskeyInput>;
