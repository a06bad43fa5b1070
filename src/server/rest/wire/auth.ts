import { z } from '@hono/zod-openapi';
import { loginInput, registerInput, type StartedSession, updateDetailsInput, type Viewer } from '#shared/contracts/auth.ts';
import { OAUTH_PROVIDERS, ROLES } from '#shared/vocabulary/people.ts';
import { body, flag, something, text } from './reading.ts';
import { absolute, date, entity, withId } from './shapes.ts';

export const loginBody = body('Login', {
  contract: loginInput,
  read: (sent) => ({ ...sent, rememberMe: flag(sent.rememberMe) }),
});

export const registerBody = body('Register', {
  contract: registerInput.omit({ childName: true }),
  read: ({ childName, ...sent }) => ({ ...sent, phone: something(sent.phone) }),
});

/** Any other key of a user is ignored. */
export const detailsBody = body('Details', {
  contract: updateDetailsInput.omit({ childName: true }),
  read: ({ name, phone, profileImage }) => ({ name: name ?? undefined, phone: text(phone), profileImage: text(profileImage) }),
});

export const user = entity({
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  role: z.enum(ROLES).nullable(),
  phone: z.string(),
  profileImage: z.string(),
  socialProvider: z.enum(OAUTH_PROVIDERS).nullable(),
  createdAt: date,
  updatedAt: date,
}).openapi('User');
export const userBody = z.object({ user });
export const sessionBody = z.object({ token: z.string(), user }).openapi('StartedSession');

/** What only the account page needs to know stays inside. */
export const toUser = (viewer: Viewer, site: string) => {
  const { id, name, email, emailVerified, role, phone, socialProvider, createdAt, updatedAt } = viewer;
  const profileImage = absolute(viewer.profileImage, site);
  return withId({ id, name, email, emailVerified, role, phone, profileImage, socialProvider, createdAt, updatedAt });
};

export const toSession = ({ token, user }: StartedSession, site: string) => ({ token, user: toUser(user, site) });
