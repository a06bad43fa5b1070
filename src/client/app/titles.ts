import type { AnyRouter } from '@tanstack/react-router';
import { pageConfig } from '#client/api/page-config.ts';

/** The title that the innermost route's `head` gives; the page's own `<title>` would win over one that React renders. */
export function followTitle(router: AnyRouter): () => void {
  const show = () => {
    const titles = router.state.matches.flatMap(({ meta }) => meta ?? []).flatMap((tag) => (tag?.title ? [tag.title] : []));
    document.title = titles.at(-1) ?? pageConfig().appName;
  };
  return router.subscribe('onRendered', show);
}
