import { msg } from '@lingui/core/macro';
import type { AnyRouter } from '@tanstack/react-router';
import { pageConfig, pageTitle } from '#client/lib/page-config.ts';
import type { RouterContext } from '#client/lib/rpc/trpc.ts';
import { isServerRendered } from './server-page.ts';

const TAGS_OF_ONE_PAGE =
  'link[rel="canonical"], meta[name="robots"], meta[property^="og:"], meta[name^="twitter:"], script[type="application/ld+json"]';

export function handleNavigations(router: AnyRouter): () => void {
  const description = document.querySelector<HTMLMetaElement>('meta[name="description"]');
  const defaultDescription = isServerRendered() ? '' : (description?.content ?? '');

  return router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged, hashChanged }) => {
    // Browsers share the canonical address. Of a page that was not rendered on the server, the address itself is right.
    if (fromLocation && (pathChanged || fromLocation.searchStr !== toLocation.searchStr)) {
      for (const tag of document.head.querySelectorAll(TAGS_OF_ONE_PAGE)) tag.remove();
    }
    // Tags of index.html would win over those that React renders.
    const tags = getTags(router);
    const titles = tags.flatMap((tag) => (tag?.title ? [tag.title] : []));
    const descriptions = tags.flatMap((tag) => (tag && 'name' in tag && tag.name === 'description' ? [tag.content ?? ''] : []));
    document.title = titles.at(-1) ?? pageConfig().appName;
    if (description) description.content = descriptions.at(-1) ?? defaultDescription;

    if (fromLocation && (pathChanged || hashChanged)) focusContent(toLocation.hash);
  });
}

function getTags({ state: { matches }, options }: AnyRouter) {
  const { i18n }: RouterContext = options.context;
  const isUnknown = matches.some(({ _notFound }) => _notFound);
  return isUnknown ? pageTitle(i18n._(msg`Page not found`)).meta : matches.flatMap(({ meta }) => meta ?? []);
}

function focusContent(hash: string): void {
  const section = hash === '' ? null : document.getElementById(hash);
  const content = document.getElementById('content');
  if (section) section.focus({ preventScroll: true });
  else if (content && !content.contains(document.activeElement)) content.focus({ preventScroll: true });
}
