const MS = 180;

/** The element folds up before it goes; at once where motion is not wanted. */
export async function collapse(element: HTMLElement | null | undefined): Promise<void> {
  if (!element?.animate || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { height } = element.getBoundingClientRect();
  element.style.overflow = 'clip';
  const folding = element.animate(
    [
      { height: `${height}px`, opacity: 1 },
      { height: '0', paddingBlock: '0', borderWidth: '0', marginBottom: '-0.75rem', opacity: 0 },
    ],
    { duration: MS, easing: 'ease-out', fill: 'forwards' },
  );
  await folding.finished.catch(() => null);
}
