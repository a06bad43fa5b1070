import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLoggedRequest } from './core/logged-request.ts';
import type { Observation } from './core/observations.ts';
import type { Tracer } from './core/ports.ts';
import { FILE_ROUTE } from './edge/pages.ts';
import type { Entrance } from './request-routing.ts';

type Write = (fields: object, message: string) => void;
type Parts = { log: { debug: Write; info: Write; warn: Write }; observe: (observation: Observation) => void; tracer: Tracer };
type Answer = () => void;

export type RequestLog = (request: IncomingMessage, response: ServerResponse, entrance: Entrance, answer: Answer) => void;

/** The status that nginx logs when the client closed the connection before the answer was complete. */
const CLIENT_CLOSED = 499;
/** Frequent requests that are of no interest while nothing is wrong; logged as `debug`. */
const QUIET_ROUTES = [FILE_ROUTE, '/healthz', '/readyz'];

/** Gives each request an id, one line in the log, a place in the metrics and, where traces are collected, a span. */
export function createRequestLog({ log, observe, tracer }: Parts): RequestLog {
  return (request, response, entrance, answer) => {
    const { method = 'GET', headers } = request;
    const logged = startLoggedRequest(request);
    const startedAt = performance.now();
    response.setHeader('X-Request-Id', logged.id);

    function end(): { route: string; status: number } {
      const ms = performance.now() - startedAt;
      const route = logged.route ?? `(${entrance})`;
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED;
      observe({ of: 'request', entrance, method, route, status, ms });
      const fields = {
        request: logged.id,
        method,
        route,
        ...(logged.procedures.length > 0 && { procedures: logged.procedures }),
        status,
        ms: Math.round(ms * 10) / 10,
        ...(logged.userId && { user: logged.userId }),
      };
      const level = status >= 500 ? 'warn' : QUIET_ROUTES.includes(route) ? 'debug' : 'info';
      log[level](fields, 'request');
      return { route, status };
    }

    void tracer.run(method, { headers }, async (span) => {
      const closed = new Promise((resolve) => response.once('close', resolve));
      answer();
      await closed;
      const { route, status } = end();
      span.rename(`${method} ${route}`);
      span.set({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status });
    });
  };
}
