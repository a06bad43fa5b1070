import type { AnyRouter } from '@tanstack/react-router';
import { pageConfig, titled } from '#client/api/page-config.ts';

/** The title that the innermost route's `head` gives; the page's own `<title>` would win over one that React renders. */
export function followTitle(router: AnyRouter): () => void {
  const show = () => {
    const { matches } = router.state;
    const isUnknown = matches.some(({ _notFound }) => _notFound);
    const tags = isUnknown ? titled('Page not found').meta : matches.flatMap(({ meta }) => meta ?? []);
    const titles = tags.flatMap((tag) => (tag?.title ? [tag.title] : []));
    document.title = titles.at(-1) ?? pageConfig().appName;
  };
  return router.subscribe('onRendered', show);
}
