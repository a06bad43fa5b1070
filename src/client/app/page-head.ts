import type { AnyRouter } from '@tanstack/react-router';
import { pageConfig, titled } from '#client/api/page-config.ts';

/** Title and description that the innermost route's `head` gives; those of index.html would win over ones that React renders. */
export function followHead(router: AnyRouter): () => void {
  const description = document.querySelector<HTMLMetaElement>('meta[name="description"]');
  const ofProduct = description?.content ?? '';

  return router.subscribe('onRendered', () => {
    const { matches } = router.state;
    const isUnknown = matches.some(({ _notFound }) => _notFound);
    const tags = isUnknown ? titled('Page not found').meta : matches.flatMap(({ meta }) => meta ?? []);
    const titles = tags.flatMap((tag) => (tag?.title ? [tag.title] : []));
    const descriptions = tags.flatMap((tag) => (tag && 'name' in tag && tag.name === 'description' ? [tag.content ?? ''] : []));
    document.title = titles.at(-1) ?? pageConfig().appName;
    if (description) description.content = descriptions.at(-1) ?? ofProduct;
  });
}
