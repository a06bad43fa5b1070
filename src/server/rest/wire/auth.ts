import { z } from '@hono/zod-openapi';
import { registerInput, type StartedSession, updateDetailsInput, type Viewer } from '#shared/contracts/auth.ts';
import { loginAtOnceInput } from '#shared/contracts/factors.ts';
import { CODES, LIMITS } from '#shared/vocabulary/limits.ts';
import { OAUTH_PROVIDERS, ROLES } from '#shared/vocabulary/people.ts';
import { PHOTO, TOKEN, USER } from './examples.ts';
import { body, flag, something, text, trimmed } from './reading.ts';
import { absolute, date, email, entity, image, withId } from './shapes.ts';

/** Where a schema reads in two steps, only the first of them shows. */
export const EMAIL = { format: 'email' };
export const NAME = { minLength: LIMITS.name.min, maxLength: LIMITS.name.max };

/** A number has lost its zeros. */
export function codeOf(otp: unknown): unknown {
  return typeof otp === 'number' && Number.isInteger(otp) && otp >= 0 ? String(otp).padStart(CODES.digits, '0') : otp;
}

export const loginBody = body('Login', {
  contract: loginAtOnceInput,
  example: { email: USER.email, password: 'monsoon-2026', rememberMe: true },
  fields: {
    email: EMAIL,
    rememberMe: { description: 'False for a session of 12 hours in the place of 30 days.' },
    otp: { description: 'Only where the account has two-step sign-in: the 6-digit code of the authenticator app, or a recovery code.' },
  },
  read: (sent) => ({ ...sent, rememberMe: flag(sent.rememberMe), otp: something(codeOf(sent.otp)) }),
});

export const registerBody = body('Register', {
  contract: registerInput.omit({ childName: true }),
  example: { name: USER.name, email: USER.email, password: 'monsoon-2026', role: 'student', phone: USER.phone },
  fields: { name: NAME, email: EMAIL, phone: { description: 'Ten digits; may be absent, empty or null.' } },
  read: ({ childName, ...sent }) => ({ ...sent, role: trimmed(sent.role), phone: something(sent.phone) }),
});

/** Any other key of a user is ignored. */
export const detailsBody = body('Details', {
  contract: updateDetailsInput.omit({ childName: true }),
  example: { name: USER.name, phone: USER.phone, profileImage: PHOTO },
  fields: { name: NAME, profileImage: { description: 'Empty for none, or the address of an own photo as its upload answered it.' } },
  read: ({ name, phone, profileImage }) => ({ name: name ?? undefined, phone: text(phone), profileImage: text(profileImage) }),
});

export const user = entity({
  name: z.string(),
  email,
  emailVerified: z.boolean().openapi({ description: 'Whether the address was proven. Nothing is refused while it is false.' }),
  role: z.enum(ROLES).nullable().openapi({ description: 'Null between a first sign-in with Google and the choice of a role.' }),
  phone: z.string().openapi({ description: 'Ten digits, or empty.' }),
  profileImage: image,
  socialProvider: z.enum(OAUTH_PROVIDERS).nullable().openapi({ description: 'Who signs the person in; null for email and password.' }),
  createdAt: date,
  updatedAt: date,
}).openapi('User', { example: USER });
export const userBody = z.object({ user });
export const sessionBody = z
  .object({ token: z.string().openapi({ description: 'Opaque; sent as `Authorization: Bearer`.', example: TOKEN }), user })
  .openapi('StartedSession');

/** What only the account page needs to know stays inside. */
export const toUser = (viewer: Viewer, site: string) => {
  const { id, name, email, emailVerified, role, phone, socialProvider, createdAt, updatedAt } = viewer;
  const profileImage = absolute(viewer.profileImage, site);
  return withId({ id, name, email, emailVerified, role, phone, profileImage, socialProvider, createdAt, updatedAt });
};

export const toSession = ({ token, user }: StartedSession, site: string) => ({ token, user: toUser(user, site) });
