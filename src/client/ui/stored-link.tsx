import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

export type StoredLinkProps = { label: string; url: string; className?: string; onFollowed?: () => void };

/** A link that came with some news: it may name a page that this version does not have, and then it is none. */
export function StoredLink({ label, url, className, onFollowed }: StoredLinkProps) {
  const router = useRouter();
  const isInside = url.startsWith('/');
  const [, , page] = router.getMatchedRoutes(new URL(url, window.location.origin).pathname);
  if (isInside && !page) return null;

  const follow = (event: MouseEvent) => {
    onFollowed?.();
    if (!isInside || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void router.navigate({ href: url });
  };
  return (
    <a className={className} href={url} onClick={follow}>
      {label}
    </a>
  );
}
