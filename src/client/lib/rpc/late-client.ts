import { createTRPCFlatProxy, createTRPCRecursiveProxy } from '@trpc/server';
import { CallError } from './errors.ts';
import type { Client, UntypedClient } from './trpc.ts';

/** Where the options of queries find the client that takes paths. */
const UNTYPED: unknown = Symbol.for('trpc_untypedClient');
const CALLS: Readonly<Record<string, keyof UntypedClient>> = { query: 'query', mutate: 'mutation', subscribe: 'subscription' };

/** Its code is loaded with the first call. Where that fails, so does the call, and the next one tries again. */
export function makeLateClient(load: () => Promise<UntypedClient>): Client {
  // One for all calls: those of the same moment are sent together.
  let loaded: Promise<UntypedClient> | undefined;

  function getClient(): Promise<UntypedClient> {
    loaded ??= load().catch((cause: unknown) => {
      loaded = undefined;
      throw new CallError('the code of calls could not be loaded', { cause });
    });
    return loaded;
  }

  const client: UntypedClient = {
    query: async (...args) => (await getClient()).query(...args),
    mutation: async (...args) => (await getClient()).mutation(...args),
    subscription(path, input, options) {
      let isOver = false;
      let stop = () => {};
      getClient().then(
        (real) => {
          if (isOver) return;
          const running = real.subscription(path, input, options);
          stop = () => running.unsubscribe();
        },
        (error) => !isOver && options.onError?.(error),
      );
      return {
        unsubscribe() {
          isOver = true;
          stop();
        },
      };
    },
  };

  const calls = createTRPCRecursiveProxy<Client>(({ path, args: [input, options] }) => {
    const type = CALLS[path.at(-1) ?? ''] ?? 'query';
    // Subscriptions come with options, and the types of `Client` name those of each call.
    return client[type](path.slice(0, -1).join('.'), input, options as never);
  });
  return createTRPCFlatProxy<Client>((key) => (key === UNTYPED ? client : calls[key]));
}
