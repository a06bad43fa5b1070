import { createTRPCClient, TRPCClientError } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { confirmingLink } from '#client/lib/rpc/http-link.ts';
import type { Client, Inputs, Link, Outputs } from '#client/lib/rpc/trpc.ts';
import type { AppRouter } from '#server/api/router.ts';
import { ERRORS, type ErrorCode, type Refusal } from '#shared/errors.ts';

type Paths = { [F in keyof Inputs & string]: { [P in keyof Inputs[F] & string]: `${F}.${P}` }[keyof Inputs[F] & string] }[keyof Inputs & string];
type ValueAt<T, Path extends string> = Path extends `${infer F}.${infer P}`
  ? F extends keyof T
    ? P extends keyof T[F]
      ? T[F][P]
      : never
    : never
  : never;

/** `token`: set where the call is made with another one than the session's. */
type Call = { token: unknown };

/** By procedure; a call of any other fails. */
export type Answers = { [Path in Paths]?: (input: ValueAt<Inputs, Path>, call: Call) => ValueAt<Outputs, Path> | Promise<ValueAt<Outputs, Path>> };

export type FakeApi = {
  client: Client;
  link: Link;
  calls: { path: string; input: unknown }[];
  inputsOf: (path: Paths) => unknown[];
  /** Inputs of the subscriptions that are open. */
  subscriptions: (path: Paths) => unknown[];
  emit: (path: Paths, event: { id: string; data: unknown }) => void;
};

const STATUS = { invalid: 400, unauthenticated: 401, forbidden: 403, not_found: 404, conflict: 409, limited: 429, unavailable: 503 } as const;

export function apiError(code: ErrorCode, more: Refusal = {}): TRPCClientError<AppRouter> {
  const { kind, message } = ERRORS[code];
  const errors = more.field ? [{ field: more.field, message }] : undefined;
  const data = {
    code: 'BAD_REQUEST',
    httpStatus: STATUS[kind],
    domainCode: code,
    errors,
    params: more.params,
    nextFree: more.nextFree,
    retryAfter: more.retryAfter,
  } as const;
  return TRPCClientError.from({ error: { code: -32600, message, data } });
}

/** Too many requests; another one makes sense after so many seconds. */
export function rateLimitError(retryAfter: number): TRPCClientError<AppRouter> {
  const data = { code: 'TOO_MANY_REQUESTS', httpStatus: 429, domainCode: 'request.limited', retryAfter } as const;
  return TRPCClientError.from({ error: { code: -32029, message: ERRORS['request.limited'].message, data } });
}

export const networkError = () => TRPCClientError.from(new TypeError('fetch failed'));

export function fakeApi(answers: Answers = {}): FakeApi {
  const handlers: Record<string, ((input: never, call: Call) => unknown) | undefined> = answers;
  const calls: FakeApi['calls'] = [];
  const subscribers = new Set<{ path: string; input: unknown; next: (event: { id: string; data: unknown }) => void }>();

  const link: Link =
    () =>
    ({ op }) =>
      observable((observer) => {
        const { path, input, type, context } = op;
        calls.push({ path, input });
        if (type === 'subscription') {
          const subscriber = { path, input, next: (data: unknown) => observer.next({ result: { type: 'data', data } }) };
          subscribers.add(subscriber);
          return () => subscribers.delete(subscriber);
        }
        callHandler(handlers[path], path, input, { token: context.token }).then(
          (data) => {
            observer.next({ result: { type: 'data', data } });
            observer.complete();
          },
          (error) => observer.error(TRPCClientError.from(error)),
        );
      });

  return {
    link,
    client: createTRPCClient<AppRouter>({ links: [confirmingLink, link] }),
    calls,
    inputsOf: (path) => calls.filter((call) => call.path === path).map(({ input }) => input),
    subscriptions: (path) => [...subscribers].filter((subscriber) => subscriber.path === path).map(({ input }) => input),
    emit(path, event) {
      for (const subscriber of subscribers) if (subscriber.path === path) subscriber.next(event);
    },
  };
}

async function callHandler(handler: ((input: never, call: Call) => unknown) | undefined, path: string, input: unknown, call: Call): Promise<unknown> {
  if (!handler) throw new Error(`the fake api has no answer for ${path}`);
  // The test wrote the answer for this very procedure: its input is the procedure's.
  return handler(input as never, call);
}
