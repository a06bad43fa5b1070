import { z } from 'zod';
import { tooLong, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { OAUTH_PROVIDERS, ROLES, SIGN_UP_ROLES } from '#shared/vocabulary/people.ts';
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
  .string()
  .trim()
  .regex(/^(\d{10})?$/, VALIDATION.phone);

export const personName = z.string({ error: VALIDATION.name }).pipe(text('Name', LIMITS.name.max).min(LIMITS.name.min, VALIDATION.name));

/** A password that is too short is simply a wrong one; only a missing one is worth a word of its own. */
export const loginInput = z.object({
  email: emailAddress,
  password: z.string({ error: VALIDATION.password }).min(1, VALIDATION.password).max(LIMITS.password.max, tooLong('Password', LIMITS.password.max)),
  rememberMe: z.boolean().default(true),
});
export type LoginInput = z.infer<typeof loginInput>;

export const loginForm = z.object({ email: emailAddress, password: newPassword, rememberMe: z.boolean() });
export type LoginForm = z.infer<typeof loginForm>;

export const registerInput = z.object({
  name: personName,
  email: emailAddress,
  password: newPassword,
  role: z.enum(SIGN_UP_ROLES, { error: VALIDATION.role }),
  phone: phoneOrNone.default(''),
});
export type RegisterInput = z.infer<typeof registerInput>;

/** The two steps of the wizard. */
export const registerBasics = z
  .object({ name: personName, email: emailAddress, password: newPassword, confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, { path: ['confirmPassword'], error: VALIDATION.passwordsDiffer, when: () => true });
export const registerChoice = z.object({
  phone: phoneOrNone,
  role: registerInput.shape.role,
  agreeToTerms: z.literal(true, { error: VALIDATION.terms }),
});

export const viewer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  role: z.enum(ROLES).nullable(),
  phone: z.string(),
  profileImage: z.string(),
  socialProvider: z.enum(OAUTH_PROVIDERS).nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type Viewer = z.infer<typeof viewer>;

export const startedSession = z.object({ token: z.string(), user: viewer });
export type StartedSession = z.infer<typeof startedSession>;
