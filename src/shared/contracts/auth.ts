import { z } from 'zod';
import { ERRORS } from '#shared/errors.ts';
import { tooLong, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { LOCALES } from '#shared/vocabulary/locales.ts';
import { OAUTH_PROVIDERS, ROLES, SIGN_UP_ROLES } from '#shared/vocabulary/people.ts';
import { toTenDigits } from '#shared/vocabulary/phone.ts';
import { TERMS_VERSIONS } from '#shared/vocabulary/terms.ts';
import { text } from './common.ts';

export const emailAddress = z
  .string({ error: VALIDATION.email })
  .trim()
  .toLowerCase()
  .max(LIMITS.email, tooLong('Email', LIMITS.email))
  .pipe(z.email({ error: VALIDATION.email }));

export const newPassword = z
  .string({ error: VALIDATION.password })
  .min(LIMITS.password.min, VALIDATION.password)
  .max(LIMITS.password.max, tooLong('Password', LIMITS.password.max));

export const phoneOrNone = z
  .string({ error: VALIDATION.phone })
  .trim()
  .overwrite(toTenDigits)
  .regex(/^(\d{10})?$/, VALIDATION.phone);

export const personName = z.string({ error: VALIDATION.name }).pipe(text('Name', LIMITS.name.max).min(LIMITS.name.min, VALIDATION.name));

/** A password that is too short is just a wrong one; only a missing one has its own message. */
export const loginInput = z.object({
  email: emailAddress,
  password: z.string({ error: VALIDATION.password }).min(1, VALIDATION.password).max(LIMITS.password.max, tooLong('Password', LIMITS.password.max)),
  rememberMe: z.boolean().default(true),
});
export type LoginInput = z.infer<typeof loginInput>;

export const loginForm = z.object({ email: emailAddress, password: newPassword, rememberMe: z.boolean() });
export type LoginForm = z.infer<typeof loginForm>;

export const childName = text("Child's first name", LIMITS.name.max);

export const registerInput = z.object({
  name: personName,
  email: emailAddress,
  password: newPassword,
  role: z.enum(SIGN_UP_ROLES, { error: VALIDATION.role }),
  phone: phoneOrNone.default(''),
  /** For a student under 18 whom a parent registers; ignored for tutors. */
  childName: childName.default(''),
  /** The terms that were shown, and agreed to. Programs leave it out, and nothing is recorded. */
  termsVersion: z.enum(TERMS_VERSIONS).optional(),
});
export type RegisterInput = z.infer<typeof registerInput>;

export const registerBasics = z
  .object({ name: personName, email: emailAddress, password: newPassword, confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, { path: ['confirmPassword'], error: VALIDATION.passwordsDiffer, when: () => true });
export const registerChoice = z
  .object({
    phone: phoneOrNone,
    role: registerInput.shape.role,
    agreeToTerms: z.literal(true, { error: VALIDATION.terms }),
    isGuardian: z.boolean(),
    childName,
  })
  .refine(({ role, isGuardian, childName: name }) => role !== 'student' || !isGuardian || name !== '', {
    path: ['childName'],
    error: VALIDATION.required,
    when: () => true,
  });

export const chooseRoleInput = registerInput.pick({ role: true, phone: true, childName: true, termsVersion: true });
export type ChooseRoleInput = z.infer<typeof chooseRoleInput>;

export const agreeToTermsInput = registerInput.pick({ termsVersion: true }).required();
export type AgreeToTermsInput = z.infer<typeof agreeToTermsInput>;

export const googleSignInInput = z.object({
  code: z.string().max(4096),
  codeVerifier: z.string().max(256),
  nonce: z.string().max(256),
  isFresh: z.boolean().optional(),
});
export type GoogleSignInInput = z.infer<typeof googleSignInInput>;

export const forgotPasswordInput = z.object({ email: emailAddress });
export type ForgotPasswordInput = z.infer<typeof forgotPasswordInput>;
export const forgotPasswordAnswer = z.object({ message: z.string(), email: z.string(), requestId: z.string() });
export type ForgotPasswordAnswer = z.infer<typeof forgotPasswordAnswer>;

export const resetPasswordInput = z.object({
  email: emailAddress,
  code: z
    .string({ error: VALIDATION.code })
    .trim()
    .regex(/^\d{6}$/, VALIDATION.code),
  /** Without it, the request is found by the device cookie, or by network and user agent. */
  requestId: z.string().max(LIMITS.id).optional(),
  password: newPassword,
});
export type ResetPasswordInput = z.infer<typeof resetPasswordInput>;

export const resetPasswordWithLinkInput = z.object({ token: z.string().max(LIMITS.id), password: newPassword });
export type ResetPasswordWithLinkInput = z.infer<typeof resetPasswordWithLinkInput>;

export const changePasswordInput = z.object({
  currentPassword: z
    .string({ error: VALIDATION.password })
    .min(1, VALIDATION.required)
    .max(LIMITS.password.max, tooLong('Password', LIMITS.password.max)),
  newPassword,
  /** Whether API keys, webhooks and calendar links are revoked too; all other sessions end in any case. */
  revokeAccess: z.boolean().default(true),
});
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;
export const changePasswordForm = changePasswordInput
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.newPassword === form.confirmPassword, { path: ['confirmPassword'], error: VALIDATION.passwordsDiffer, when: () => true });

export const confirmPasswordInput = z.object({ password: changePasswordInput.shape.currentPassword });

export const confirmIdentityInput = z
  .object({
    password: changePasswordInput.shape.currentPassword.optional(),
    proof: z.string().max(LIMITS.proof).optional(),
    passkey: z.object({ challenge: z.string().max(LIMITS.url), answer: z.record(z.string(), z.unknown()) }).optional(),
  })
  .refine(({ password, proof, passkey }) => [password, proof, passkey].some((requiredField) => requiredField !== undefined), {
    path: ['password'],
    error: VALIDATION.required,
  });
export type ConfirmIdentityInput = z.infer<typeof confirmIdentityInput>;

export const googleProof = z.object({ proof: z.string() });
export type GoogleProof = z.infer<typeof googleProof>;

const linkToken = z.string().max(LIMITS.id);
/** `password` is needed when the account is not signed in. */
export const verifyEmailInput = z.object({ token: linkToken, password: loginInput.shape.password.optional() });
export type VerifyEmailInput = z.infer<typeof verifyEmailInput>;

export const linkPasswordForm = z.object({ token: linkToken, password: loginInput.shape.password });
export type LinkPasswordForm = z.infer<typeof linkPasswordForm>;

export const linkInput = z.object({ token: linkToken });
export type LinkInput = z.infer<typeof linkInput>;

export const linkDetails = z.object({
  purpose: z.enum(['email_confirmation', 'email_change']),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES).nullable(),
  registeredAt: z.date(),
});
export type LinkDetails = z.infer<typeof linkDetails>;

export const updateDetailsInput = z.object({
  name: personName.optional(),
  phone: phoneOrNone.optional(),
  /** Empty for none, or the URL of an own uploaded photo. */
  profileImage: z.string({ error: ERRORS['upload.photo_url'].message }).trim().max(LIMITS.url, ERRORS['upload.photo_url'].message).optional(),
  childName: childName.optional(),
});
export type UpdateDetailsInput = z.infer<typeof updateDetailsInput>;

export const changeEmailInput = z.object({ email: emailAddress, password: changePasswordInput.shape.currentPassword });
export type ChangeEmailInput = z.infer<typeof changeEmailInput>;

export const viewer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  pendingEmail: z.string().nullable(),
  hasPassword: z.boolean(),
  childName: z.string(),
  /** Null before one was chosen. */
  locale: z.enum(LOCALES).nullable().optional(),
  role: z.enum(ROLES).nullable(),
  isSecondFactorDue: z.boolean(),
  /** Present when there is a newer version than the one agreed to. */
  areTermsDue: z.literal(true).optional(),
  phone: z.string(),
  profileImage: z.string(),
  socialProvider: z.enum(OAUTH_PROVIDERS).nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type Viewer = z.infer<typeof viewer>;

export const setLocaleInput = z.object({ locale: z.enum(LOCALES) });
export type SetLocaleInput = z.infer<typeof setLocaleInput>;

export const startedSession = z.object({ token: z.string(), user: viewer });
export type StartedSession = z.infer<typeof startedSession>;
