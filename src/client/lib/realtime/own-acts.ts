import type { Query, QueryClient } from '@tanstack/react-query';

/** What this tab has changed, and what it has read since: the news of it that comes back asks for nothing that is known by then. */
export type OwnActs = {
  /** Once no change of this tab waits for its answer, and what was to be read after it is being read. */
  settled: () => Promise<void>;
  /** The act of this tab whose answer this booking was. Asked once of each event: what was done before it excuses no later one. */
  takeAct: (booking: BookingState) => Act | undefined;
  isReadSince: (query: Query, act: Act) => boolean;
};

type BookingState = { id: string; status: string; startTime: Date };
type Act = Partial<BookingState> & { at: number };

const MAX_ACTS = 20;
/** A change may wait for an answer that does not come. */
const MAX_WAIT_MS = 5000;

const actsOf = new WeakMap<QueryClient, OwnActs>();

/** Watches from the first call on. */
export function ownActsOf(queryClient: QueryClient): OwnActs {
  const known = actsOf.get(queryClient);
  if (known) return known;
  const acts = watchActs(queryClient);
  actsOf.set(queryClient, acts);
  return acts;
}

function watchActs(queryClient: QueryClient): OwnActs {
  const [queries, mutations] = [queryClient.getQueryCache(), queryClient.getMutationCache()];
  const readAt = new WeakMap<Query, number>();
  let acts: readonly Act[] = [];

  queries.subscribe((event) => {
    // A reading that begins again before its answer keeps the time of its first beginning.
    if (event.type === 'updated' && event.action.type === 'fetch') readAt.set(event.query, performance.now());
  });
  const { onSuccess } = mutations.config;
  // The cache hears of an answer before the mutation itself, which then has the lists read again.
  mutations.config.onSuccess = (answer, ...others) => {
    const { id, status, startTime } = Object(answer);
    acts = [...acts, { id, status, startTime, at: performance.now() }].slice(-MAX_ACTS);
    return onSuccess?.(answer, ...others);
  };

  return {
    settled: () =>
      new Promise((resolve) => {
        let stop = () => {};
        const end = () => {
          stop();
          clearTimeout(timer);
          // Whoever waited for the answer goes on first.
          setTimeout(resolve);
        };
        const timer = setTimeout(end, MAX_WAIT_MS);
        const endIfSettled = () => queryClient.isMutating() === 0 && end();
        stop = mutations.subscribe(endIfSettled);
        endIfSettled();
      }),
    takeAct({ id, status, startTime }) {
      const act = acts.findLast((one) => one.id === id && one.status === status && Number(one.startTime) === Number(startTime));
      acts = acts.filter((one) => one.id !== id);
      return act;
    },
    isReadSince: (query, { at }) => (readAt.get(query) ?? Number.NEGATIVE_INFINITY) >= at,
  };
}
