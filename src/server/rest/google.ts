import { type RouteConfig, z } from '@hono/zod-openapi';
import { ERRORS } from '#shared/errors.ts';
import { VALIDATION } from '#shared/messages.ts';
import { callGroup, ok } from './calls.ts';
import { errorResponses } from './error-responses.ts';
import { updateRoleBody, userBody } from './wire/auth.ts';
import { parameter } from './wire/input.ts';

const { app, call } = callGroup('Authentication', 'user');
export const googleRoutes = app;

call('PUT /api/auth/google/update-role', 'auth.chooseRole', {
  contract: 6,
  summary: 'Choose the role of an account that Google has begun; its token stays valid',
  description: 'Choosing the same role again is harmless; another one is refused.',
  body: updateRoleBody,
  answers: ok(userBody),
  errors: ['auth.not_google', 'auth.role_chosen'],
  invalid: { role: VALIDATION.role, phone: VALIDATION.phone },
  handle: async ({ api, input }) => ({ user: await api.auth.chooseRole(input) }),
});

const loginWith = (message: string) => `/login?error=${encodeURIComponent(message)}`;

const redirect = (description: string, examples: Record<string, string>) => ({
  302: {
    description,
    headers: {
      Location: {
        description: 'Where the browser goes next.',
        required: true,
        schema: { type: 'string' as const, format: 'uri-reference' },
        examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
      },
    },
  },
});

const query = (description: string, example: string) => parameter({ description, example, read: (text) => text });
const REDIRECTS: readonly RouteConfig[] = [
  {
    method: 'get',
    path: '/api/auth/{provider}',
    operationId: 'auth.begin',
    tags: ['Authentication'],
    summary: 'Send a browser to sign in with Google',
    description:
      'A page is navigated here; no program calls it. `google` is the only provider there is; another one, and whatever fails, leads to `/login?error=…`.',
    security: [{}],
    'x-who': 'anyone',
    'x-contract': 5,
    request: {
      params: z.object({ provider: z.string().openapi({ param: { description: 'Who signs the person in: `google`.', example: 'google' } }) }),
      query: z.object({
        purpose: query(
          '`leave` asks for a fresh sign-in, before an account is deleted; `confirm` does, too, and proves who is there without a new session',
          'sign-in',
        ),
        trip: query(
          'An id of the round trip, chosen by the page: letters, digits, `_` and `-`, 64 at most. It comes back as `trip` with the session, so that the page knows its own arrival. Anything else is ignored',
          '0190a0c2-7b1e-4c55-9d0e-2f6a51c3b7aa',
        ),
        locale: query('The language of the page that the browser comes back to: `si` or `ta`. Anything else is English', 'si'),
      }),
    },
    responses: {
      ...redirect('To the consent page of the provider, or to the login page with what went wrong.', {
        consent: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=…&response_type=code&scope=openid+email+profile&state=…',
        failed: loginWith(ERRORS['auth.google_failed'].message),
        unavailable: loginWith(ERRORS['auth.google_unavailable'].message),
      }),
      ...errorResponses({ codes: ['auth.by_key', 'request.unknown_path'] }),
    },
  },
  {
    method: 'get',
    path: '/api/auth/google/callback',
    operationId: 'auth.arrive',
    tags: ['Authentication'],
    summary: 'Where Google sends the browser back to',
    description:
      'Leads into the web application with a session: `user` is the JSON of a `User`, URL-encoded once, in which every `%` is written `\\u0025`, so that it reads the same decoded once or twice. An account with two-step sign-in arrives without a session: behind the `#` stands what the web application needs to ask for the second step.',
    security: [{}],
    'x-who': 'anyone',
    'x-contract': '§8',
    request: {
      query: z.object({
        code: query('From the provider', '4/0AfJohXn'),
        state: query('As it was sent to the provider', 'kX3v.1769841000000.sign-in.9f2c'),
        error: query('From the provider, in the place of a code', 'access_denied'),
      }),
    },
    responses: redirect('To the web application, with a session or with what went wrong.', {
      signedIn: '/auth/callback?token=q4k2…&user=%7B%22_id%22%3A…%7D',
      noRoleYet: '/register?isGoogleAuth=true&token=q4k2…&email=kasun%40example.lk&name=Kasun%20Jayasuriya',
      secondStep: '/auth/callback#challenge=Zk3v…&methods=totp+recovery_code',
      confirmed: '/auth/confirmed#proof=0190a0c2-….1769841120000.9f2c',
      cancelled: loginWith(ERRORS['auth.google_cancelled'].message),
    }),
  },
];
for (const redirect of REDIRECTS) app.openAPIRegistry.registerPath(redirect);

const CALLS = ['login', 'register', 'logout'];

app.get('/api/auth/:provider{[a-z]+}', (c, next) => {
  if (CALLS.includes(c.req.param('provider'))) return next();
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(loginWith(ERRORS['auth.google_failed'].message));
});
