import { afterAll, beforeAll } from 'vitest';
import type { TestDatabase } from './database.ts';
import { type RunningServer, runServer } from './running-server.ts';

export type LoggedServer = {
  url: () => string;
  printMetrics: () => Promise<string>;
  lines: Record<string, unknown>[];
  /** The line with this message of the request that answered. It is written when the answer is complete, which the client may see first. */
  lineOf: (response: Response, message: string) => Promise<Record<string, unknown>>;
  send: (path: string, options?: { as?: string; body?: unknown; method?: string; headers?: Record<string, string> }) => Promise<Response>;
};

/** A server whose log can be read, for the tests of one file. */
export function useLoggedServer(database: TestDatabase, env: () => Record<string, string> = () => ({})): LoggedServer {
  const lines: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  let server: RunningServer;
  const write = (text: string) => {
    lines.push(JSON.parse(text));
    for (const look of waiting) look();
  };
  beforeAll(async () => {
    server = await runServer(database.url, { LOG_LEVEL: 'info', ...env() }, { write });
  });
  afterAll(() => server.close());

  return {
    url: () => server.url,
    printMetrics: () => server.printMetrics(),
    lines,
    lineOf: ({ headers }, message) =>
      new Promise((resolve) => {
        const look = () => {
          const line = lines.find(({ request, msg }) => request === headers.get('x-request-id') && msg === message);
          if (line) resolve(line);
          if (line) waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
    send: (path, { as, body, method = body === undefined ? 'GET' : 'POST', headers = {} } = {}) =>
      fetch(`${server.url}${path}`, {
        method,
        headers: {
          ...headers,
          ...(as !== undefined && { authorization: `Bearer ${as}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      }),
  };
}
