import type { QueryClient } from '@tanstack/react-query';
import type { Catalogue, I18n } from '#client/lib/i18n.ts';
import type { RouterContext } from '#client/lib/rpc/trpc.ts';
import type { CatalogueNames } from '#shared/contracts/catalogue.ts';
import { setNames } from '#shared/domain/texts.ts';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';

const NAMES = ['catalogue', 'names'];
/** Whose pages name subjects. */
const NAMING: readonly Catalogue[] = ['home', 'search', 'tutor-page', 'blogs', 'signed-in', 'tutor'];

/** Whether they come with a page that the server has rendered, or are read later. */
export function followNames(i18n: I18n, queryClient: QueryClient): void {
  if (i18n.locale === DEFAULT_LOCALE) return;
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

type Reader = Pick<RouterContext, 'i18n' | 'api' | 'queryClient'>;

/** Older ones are shown while they are read anew. Never rejects: a page without them has those of the build. */
export async function loadNames({ i18n, api, queryClient }: Reader, catalogues: readonly Catalogue[]): Promise<void> {
  const { locale } = i18n;
  if ((locale !== 'si' && locale !== 'ta') || !catalogues.some((one) => NAMING.includes(one))) return;
  const names = api.catalogue.names.queryOptions({ locale }, { retry: false });
  await queryClient.ensureQueryData({ ...names, revalidateIfStale: true }).catch(() => undefined);
}
