import type { AnyRouter } from '@tanstack/react-router';
import { pageConfig, titled } from '#client/lib/page-config.ts';

/** What a browser does when a page has arrived: its title and description, and the focus at its beginning. */
export function followArrivals(router: AnyRouter): () => void {
  const description = document.querySelector<HTMLMetaElement>('meta[name="description"]');
  const ofProduct = description?.content ?? '';

  return router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged, hashChanged }) => {
    // Those of index.html would win over tags that React renders.
    const tags = headOf(router);
    const titles = tags.flatMap((tag) => (tag?.title ? [tag.title] : []));
    const descriptions = tags.flatMap((tag) => (tag && 'name' in tag && tag.name === 'description' ? [tag.content ?? ''] : []));
    document.title = titles.at(-1) ?? pageConfig().appName;
    if (description) description.content = descriptions.at(-1) ?? ofProduct;

    if (fromLocation && (pathChanged || hashChanged)) focusBeginning(toLocation.hash);
  });
}

/** From `head` of the routes shown, the innermost last. */
function headOf({ state: { matches } }: AnyRouter) {
  const isUnknown = matches.some(({ _notFound }) => _notFound);
  return isUnknown ? titled('Page not found').meta : matches.flatMap(({ meta }) => meta ?? []);
}

/** Screen readers go on reading there; a page that has chosen a place for the focus keeps it. */
function focusBeginning(hash: string): void {
  const section = hash === '' ? null : document.getElementById(hash);
  const content = document.getElementById('content');
  if (section) section.focus({ preventScroll: true });
  else if (content && !content.contains(document.activeElement)) content.focus({ preventScroll: true });
}
