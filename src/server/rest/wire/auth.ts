import { z } from '@hono/zod-openapi';
import { loginInput, registerInput, type StartedSession, type Viewer } from '#shared/contracts/auth.ts';
import { OAUTH_PROVIDERS, ROLES } from '#shared/vocabulary/people.ts';
import { body, flag, something } from './reading.ts';
import { absolute, date, entity, withId } from './shapes.ts';

export const loginBody = body('Login', {
  contract: loginInput,
  read: (sent) => ({ ...sent, rememberMe: flag(sent.rememberMe) }),
});

export const registerBody = body('Register', {
  contract: registerInput,
  read: (sent) => ({ ...sent, phone: something(sent.phone) }),
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

export const toUser = (viewer: Viewer, site: string) => ({ ...withId(viewer), profileImage: absolute(viewer.profileImage, site) });

export const toSession = ({ token, user }: StartedSession, site: string) => ({ token, user: toUser(user, site) });
