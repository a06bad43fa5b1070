import { httpBatchLink, splitLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { i18nOfPage, loadMessages } from '#client/lib/i18n.ts';
import { readFrom } from '#client/lib/realtime/read-from.ts';
import { toApiError } from '#client/lib/rpc/errors.ts';
import type { ConfirmationRequest } from '#client/lib/session/confirmation.ts';
import type { Session } from '#client/lib/session/session-store.ts';
import { transformer } from '#shared/transformer.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { LAST_SEEN } from '#shared/vocabulary/offline.ts';
import { READ_FROM } from '#shared/vocabulary/read-from.ts';
import type { Link } from './trpc.ts';

export type LinkOptions = { session: Pick<Session, 'token'>; loadLive: () => Promise<Link>; fetch?: typeof globalThis.fetch };

/** Calls go over HTTP, subscriptions over what `loadLive` gives. */
export function makeHttpLink({ session, loadLive, fetch = (...args) => globalThis.fetch(...args) }: LinkOptions): Link {
  const http = { url: '/trpc', fetch: withRefusals(followed(fetch)), maxURLLength: 4000, transformer } as const;
  const live = patientLink(loadLive);
  return splitLink({
    condition: ({ type }) => type === 'subscription',
    true: [confirmingLink, live],
    false: [
      confirmingLink,
      splitLink({
        // A batch has one token: a call with another one goes alone.
        condition: ({ context }) => context.token !== undefined && context.token !== session.token(),
        true: httpBatchLink({ ...http, maxItems: 1, headers: ({ opList: [op] }) => headersWith(op.context.token) }),
        false: httpBatchLink({ ...http, maxItems: LIMITS.callsInBatch, headers: () => headersWith(session.token()) }),
      }),
    ],
  });
}

const RELOAD_MS = 3000;

/** Its code is loaded with the first call; where that fails, again every few seconds. */
function patientLink(load: () => Promise<Link>): Link {
  return (runtime) => {
    let loaded: Promise<ReturnType<Link>> | undefined;
    return ({ op, next }) =>
      observable((observer) => {
        let isOver = false;
        let stop = () => {};
        const start = () => {
          loaded ??= load().then((link) => link(runtime));
          loaded.then(
            (link) => {
              if (isOver) return;
              const running = link({ op, next }).subscribe(observer);
              stop = () => running.unsubscribe();
            },
            () => {
              loaded = undefined;
              if (isOver) return;
              const timer = setTimeout(start, RELOAD_MS);
              stop = () => clearTimeout(timer);
            },
          );
        };
        start();
        return () => {
          isOver = true;
          stop();
        };
      });
  };
}

/** The stream of the inbox begins where the first answers were read. */
function followed(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (...args) => {
    const take = readFrom.follow(new Headers(args[1]?.headers).get('authorization'));
    const response = await fetch(...args).catch((error: unknown) => {
      take(null);
      throw error;
    });
    take(response.headers.get(READ_FROM));
    return response;
  };
}

/** The sentences of refusals come along with what may be refused; where a visitor reads, only once something was. */
function withRefusals(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const load = () => loadMessages({ i18n: i18nOfPage() }, 'refusals');
  return async (...args) => {
    const [, { method, headers } = {}] = args;
    const loading = method === 'POST' || new Headers(headers).has('authorization') ? load() : undefined;
    const response = await fetch(...args).finally(() => {
      if (method === 'POST') changedAt = Date.now();
    });
    // 207, where some calls of a batch have failed.
    await (response.status === 200 ? loading : (loading ?? load()));
    return response;
  };
}

/** Of this page, also where no answer came. */
let changedAt = 0;

/** The language of the page, not that of the browser: an account that is made here gets its mails in it. */
function headersWith(token: unknown): Record<string, string> {
  return {
    'accept-language': i18nOfPage().locale,
    ...(typeof token === 'string' && { authorization: `Bearer ${token}` }),
    ...(changedAt > 0 && { [LAST_SEEN.changed]: String(changedAt) }),
  };
}

const REQUEST_BY_CODE = new Map<string | undefined, ConfirmationRequest>([
  ['auth.confirmation_required', 'identity'],
  ['auth.email_unconfirmed', 'address'],
]);

export const confirmingLink: Link =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isOver = false;
      let stop = () => {};
      const send = () => {
        const sent = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            const request = REQUEST_BY_CODE.get(toApiError(error)?.code);
            if (!request) return observer.error(error);
            const handleAnswer = (isConfirmed: boolean) => {
              if (isOver) return;
              if (isConfirmed) send();
              else observer.error(error);
            };
            import('#client/lib/session/confirmation.ts')
              .then(({ requestConfirmation }) => requestConfirmation(request))
              .then(handleAnswer, () => handleAnswer(false));
          },
        });
        stop = () => sent.unsubscribe();
      };
      send();
      return () => {
        isOver = true;
        stop();
      };
    });
