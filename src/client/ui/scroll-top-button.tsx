import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { SCROLL } from '#shared/vocabulary/limits.ts';

export function ScrollTopButton() {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);

  useEffect(() => {
    const update = () => setShown(window.scrollY > SCROLL.topButtonPx);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);

  if (!isShown) return null;
  return (
    <ActionIcon
      variant="default"
      radius="xl"
      size={48}
      pos="fixed"
      right="calc(1rem + env(safe-area-inset-right, 0px))"
      bottom="calc(1rem + var(--vidya-page-bottom) + var(--vidya-actions-height))"
      bg="var(--vidya-surface)"
      style={{ zIndex: 'var(--mantine-z-index-app)', boxShadow: 'var(--mantine-shadow-md)' }}
      aria-label={t`Scroll to top`}
      onClick={scrollToTop}
    >
      <ArrowUp size={22} aria-hidden="true" />
    </ActionIcon>
  );
}

function scrollToTop() {
  const isMotionReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isMotionReduced ? 'instant' : 'smooth' });
  document.getElementById('content')?.focus({ preventScroll: true });
}
