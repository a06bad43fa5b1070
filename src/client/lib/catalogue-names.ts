import type { I18n } from '@lingui/core';
import type { QueryClient } from '@tanstack/react-query';
import type { CatalogueNames, NamesQuery } from '#shared/contracts/catalogue.ts';
import { setNames } from '#shared/domain/texts.ts';

type Client = { catalogue: { names: { query: (input: NamesQuery) => Promise<CatalogueNames> } } };

/** Without `client` nothing is asked for: the names come with a page that the server has rendered. */
export type Reader = { i18n: I18n; queryClient?: QueryClient; client?: Client };

const NAMES = ['catalogue', 'names'];
/** The parts of the product that name subjects. */
const NAMING: readonly string[] = ['home', 'search', 'tutor-page', 'blogs', 'signed-in', 'tutor'];

const followed = new WeakSet<I18n>();

/** Whether they come with the page or are read later. */
export function followNames({ i18n, queryClient }: Reader): void {
  if (!queryClient || followed.has(i18n)) return;
  followed.add(i18n);
  // No component observes them.
  queryClient.setQueryDefaults([NAMES], { gcTime: Number.POSITIVE_INFINITY });
  let known: CatalogueNames = [];
  queryClient.getQueryCache().subscribe(({ query: { queryKey, state } }) => {
    if (String(queryKey[0]) !== String(NAMES) || !state.data || state.data === known) return;
    // What the procedure of this key answers.
    known = state.data as CatalogueNames;
    setNames(i18n, known);
    i18n.emit('change');
  });
}

/** Older ones are shown while they are read anew. Never rejects: a page without them has those of the build. */
export async function loadNames({ i18n: { locale }, queryClient, client }: Reader, catalogues: readonly string[]): Promise<void> {
  if (!queryClient || !client || (locale !== 'si' && locale !== 'ta') || !catalogues.some((one) => NAMING.includes(one))) return;
  // As tRPC has it.
  const queryKey = [NAMES, { input: { locale }, type: 'query' }];
  const queryFn = () => client.catalogue.names.query({ locale });
  await queryClient.ensureQueryData({ queryKey, queryFn, retry: false, revalidateIfStale: true }).catch(() => undefined);
}
