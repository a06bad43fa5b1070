import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { withLocale } from '#shared/domain/locale-paths.ts';

export type StoredLinkProps = { label: string; url: string; className?: string; onFollow?: () => void };

export function StoredLink({ label, url, className, onFollow }: StoredLinkProps) {
  const { i18n } = useLingui();
  const router = useRouter();
  const isInside = url.startsWith('/');
  const address = parseAddress(url);
  const [, , page] = router.getMatchedRoutes(address?.pathname ?? '');
  if (!address || (isInside && !page)) return null;

  const follow = (event: MouseEvent) => {
    onFollow?.();
    if (!isInside || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void router.navigate({ href: url });
  };
  return (
    <a className={className} href={isInside ? withLocale(url, i18n.locale) : url} onClick={follow}>
      {label}
    </a>
  );
}

/** A page of this site, or one elsewhere by https; never a script. */
function parseAddress(url: string): URL | null {
  try {
    const address = new URL(url, window.location.origin);
    const isSafe = url.startsWith('/') ? address.origin === window.location.origin : /^https:\/\//i.test(url);
    return isSafe ? address : null;
  } catch {
    return null;
  }
}
