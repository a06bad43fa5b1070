import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { loadTexts } from '#locales/texts.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import type { GoogleSignIn } from '#server/core/ports.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { createLog } from '#server/infra/log.ts';
import { createServices, type Services } from '#server/services.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { SECRET } from '#tests/support/callers.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { NOW } from '#tests/support/factories.ts';
import { useRecorder } from '#tests/support/rest-coverage.ts';

export const SITE = 'http://vidya.test';
export const UNKNOWN_ID = '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40';
export const MALFORMED_IDS = ['1', 'null', 'not-a-uuid', `${UNKNOWN_ID}0`, '507f1f77bcf86cd799439011', '%00', '%F0%9F%99%82', 'x'.repeat(400)];
export const AUTHENTICATION_REQUIRED = { success: false, message: 'Authentication required', code: 'auth.required' };
export const SESSION_EXPIRED = { success: false, message: 'Session expired. Please login again.', code: 'auth.expired' };
export const NOT_FOUND = { success: false, message: 'Not found', code: 'request.unknown_path' };

export type CallOptions = { as?: string; body?: unknown; headers?: Record<string, string> };
export type Answer<T> = { status: number; headers: Headers; body: T };

export type Rest = {
  call: <T = unknown>(method: string, path: string, options?: CallOptions) => Promise<Answer<T>>;
  get: <T = unknown>(path: string, as?: string) => Promise<Answer<T>>;
  fetch: (request: Request) => Promise<Response>;
  tokenOf: (user: { id: string; role?: Role | null }) => Promise<string>;
  /** What was logged as unexpected: every test must leave it empty. */
  unexpected: unknown[];
};

/** `adminsNeedSecondFactor` as in production. Nothing is cached unless `isCaching`: tests change rows past the commands. */
type Options = {
  now?: () => Date;
  google?: GoogleSignIn;
  env?: Readonly<Record<string, string>>;
  adminsNeedSecondFactor?: boolean;
  isCaching?: boolean;
};

export function useRest(
  database: TestDatabase,
  { now = () => NOW, google, env = {}, adminsNeedSecondFactor = false, isCaching = false }: Options = {},
): Rest {
  const recorder = useRecorder();
  const unexpected: unknown[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'vidya-rest-'));
  let app: ReturnType<typeof createApp> | undefined;
  let services: Services | undefined;

  beforeAll(async () => {
    const testConfig = readConfig({ DATA_DIR: folder, PUBLIC_URL: SITE, APP_SECRET: SECRET, LOG_LEVEL: 'silent', ...env }, 'test');
    const config = { ...testConfig, adminsNeedSecondFactor };
    const log = createLog({ level: 'silent' });
    log.error = (...entry: unknown[]) => void unexpected.push(entry);
    services = await createServices({ config, connection: database.connection, log, now, isCaching, textsIn: loadTexts });
    const { contextOf, sessionOrKeyOf } = services;
    app = createApp({
      ...services,
      sessionOrKeyOf: recorder.withRecording(sessionOrKeyOf),
      ...(google && { contextOf: (...of) => ({ ...contextOf(...of), google }) }),
    });
  });
  afterEach(() => {
    expect(unexpected.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await services?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function fetch(request: Request): Promise<Response> {
    if (!app) throw new Error('the server is there from beforeAll on');
    const response = await app.request(request);
    await recorder.record(request, response);
    return response;
  }
  async function call<T>(method: string, path: string, { as, body, headers }: CallOptions = {}): Promise<Answer<T>> {
    const request = new Request(/^https?:/.test(path) ? path : `http://localhost${path}`, {
      method,
      headers: {
        ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        ...(as !== undefined && { Authorization: `Bearer ${as}` }),
        ...headers,
      },
      body: typeof body === 'string' || body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    });
    const response = await fetch(request);
    return { status: response.status, headers: response.headers, body: await bodyOf<T>(response) };
  }
  return {
    call,
    get: (path, as) => call('GET', path, { as }),
    fetch,
    async tokenOf({ id, role }) {
      const token = await createSessions(database.db).createSession(id, { isRemembered: true, origin: 'password', userAgent: '' });
      recorder.setCaller(token, role);
      return token;
    },
    unexpected,
  };
}

/** The type of a body is asserted by what the test expects of it. */
async function bodyOf<T>(response: Response): Promise<T> {
  const text = await response.text();
  return (/json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text) as T;
}
