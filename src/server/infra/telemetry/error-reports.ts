import { createStackParser, createTransport } from '@sentry/core';
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server';
import type { LoggedError } from '#server/infra/log.ts';

export type ErrorReports = {
  report: (entry: LoggedError) => void;
  close: () => Promise<void>;
};

type ReportsTo = { dsn: string; release: string; environment: string };

const FLUSH_MS = 2_000;

/**
 * Sends errors, as the log has them without secrets and parameters, to a service that speaks Sentry's protocol.
 * Only the SDK's client is used, because the full SDK would collect requests, addresses and statements.
 */
export function createErrorReports({ dsn, release, environment }: ReportsTo): ErrorReports {
  const parser = createStackParser(nodeStackLineParser());
  const client = new ServerRuntimeClient({
    dsn,
    release,
    environment,
    platform: 'node',
    integrations: [],
    stackParser: parser,
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const response = await fetch(options.url, {
          method: 'POST',
          headers: options.headers ?? {},
          body: typeof body === 'string' ? body : new Uint8Array(body),
        });
        await response.body?.cancel();
        const { headers, status } = response;
        return {
          statusCode: status,
          headers: { 'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'), 'retry-after': headers.get('retry-after') },
        };
      }),
  });
  client.init();

  return {
    report({ message, error, requestId }) {
      const values = [];
      for (let current: LoggedError['error'] | undefined = error; current; current = current.cause)
        values.unshift({ type: current.type, value: current.message, stacktrace: { frames: parser(`${current.type}\n${current.stack ?? ''}`) } });
      client.captureEvent({ level: 'error', logentry: { message }, exception: { values }, tags: requestId ? { request_id: requestId } : {} });
    },
    close: async () => void (await client.close(FLUSH_MS)),
  };
}
