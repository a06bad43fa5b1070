import { createRoute } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { json, ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import { changePasswordBody, codeSentBody, forgotPasswordBody, resetPasswordBody, verifyEmailBody } from './wire/passwords.ts';
import { okBody } from './wire/shapes.ts';

const TAG = 'Authentication';
const success = true as const;

const forgot = createRoute({
  method: 'post',
  path: '/forgot-password',
  ...operation(TAG, 'anyone', 'Mail a 6-digit code; also to send it again'),
  request: json(forgotPasswordBody),
  responses: { ...ok(codeSentBody), ...refusals(400, 429) },
});

const reset = createRoute({
  method: 'post',
  path: '/reset-password',
  ...operation(TAG, 'anyone', 'Set a new password with the mailed code'),
  request: json(resetPasswordBody),
  responses: { ...ok(okBody), ...refusals(400) },
});

const change = createRoute({
  method: 'post',
  path: '/change-password',
  ...operation(TAG, 'user', 'Set a new password with the present one; all other sessions end'),
  request: json(changePasswordBody),
  responses: { ...ok(okBody), ...refusals(400, 401, 429) },
});

const verify = createRoute({
  method: 'post',
  path: '/verify-email',
  ...operation(TAG, 'anyone', 'Confirm an address with the token of the mailed link'),
  request: json(verifyEmailBody),
  responses: { ...ok(okBody), ...refusals(400, 409) },
});

const resend = createRoute({
  method: 'post',
  path: '/resend-verification',
  ...operation(TAG, 'user', 'Mail a new confirmation link'),
  responses: { ...ok(okBody), ...refusals(401, 429) },
});

/** Mounted at `/api/auth`. */
export function passwordRoutes() {
  const group = restGroup();

  group.openapi(forgot, async (c) => c.json({ success, ...(await c.var.api.auth.forgotPassword(c.req.valid('json'))) }, 200));
  group.openapi(reset, async (c) => c.json({ success, ...(await c.var.api.auth.resetPassword(c.req.valid('json'))) }, 200));
  group.openapi(change, async (c) => c.json({ success, ...(await c.var.api.auth.changePassword(c.req.valid('json'))) }, 200));
  group.openapi(verify, async (c) => c.json({ success, ...(await c.var.api.auth.verifyEmail(c.req.valid('json'))) }, 200));
  group.openapi(resend, async (c) => c.json({ success, ...(await c.var.api.auth.resendVerification()) }, 200));

  return group;
}

/** The calls whose every refusal says whether Google is the way in. */
export const SAYS_IF_GOOGLE = ['/api/auth/forgot-password', '/api/auth/reset-password'];

export const saysIfGoogle: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.res.ok) return;
  const { status, headers } = c.res;
  c.res = Response.json({ isGoogleUser: false, ...(await c.res.json()) }, { status, headers });
};
