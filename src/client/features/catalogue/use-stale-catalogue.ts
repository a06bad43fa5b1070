import { trpc } from '#client/lib/rpc/trpc.ts';

/** After a change of subjects their topics are counted again so much later (`calls-and-errors.md` §7). */
const COUNTED_AGAIN_MS = 500;

/** After a change of the catalogue: whoever shows it reads again, public pages as well. */
export function useStaleCatalogue(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    setTimeout(() => void utils.catalogue.topicCounts.invalidate(), COUNTED_AGAIN_MS);
    await Promise.all([utils.catalogue.invalidate(), utils.statistics.invalidate()]);
  };
}
