/** Runs in the browser: all that a page says, and what of it does not fit. */
export function readPage({ begin, cutOnPurpose }: { begin: string; cutOnPurpose: string }): { texts: string[]; overflow: string[] } {
  const texts = new Set<string>();
  const overflow = new Set<string>();
  const width = document.documentElement.clientWidth;
  const add = (text: string | null | undefined) => {
    const trimmed = text?.replace(/\s+/g, ' ').trim();
    if (trimmed) texts.add(trimmed);
  };

  const attributes = ['placeholder', 'aria-label', 'title', 'alt', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'label'];
  add(document.title);
  for (const element of document.body.querySelectorAll('*')) {
    // The name of a language, and the offer of a page in it.
    if (element.closest('script, style, noscript, template, iframe, [lang="en"]')) continue;
    for (const name of attributes) add(element.getAttribute(name));
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) add(node.textContent);
    if (element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) findOverflow(element);
  }
  if (document.documentElement.scrollWidth > width) overflow.add(`the page is ${document.documentElement.scrollWidth} pixels wide`);
  return { texts: [...texts], overflow: [...overflow] };

  function findOverflow(element: Element): void {
    const text = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    // Fields scroll, and toasts come from beyond the edge.
    if (element.closest('textarea, input, select, .mantine-Notifications-root') || isForReadersOnly(element)) return;
    const box = element.getBoundingClientRect();
    const describe = (what: string) => `${what}: ${nameOf(element)}`;
    if ((box.right > width + 1 || box.left < -1) && box.width > 0 && !isInScroller(element)) overflow.add(describe('wider than the page'));
    if (text.length === 0) return;
    const words = unionOf(text);
    // Names and what people wrote may be cut; a sentence of ours may not.
    const isOurs = element.textContent?.trim().startsWith(begin) ?? false;
    let block = element;
    while (block.parentElement && /^(inline|contents)$/.test(getComputedStyle(block).display)) block = block.parentElement;
    const outer = block.getBoundingClientRect();
    const isClipped = getComputedStyle(block).overflowX !== 'visible';
    if (!isClipped && (words.right > outer.right + 2 || words.left < outer.left - 2)) overflow.add(describe('leaves its box'));
    for (let clip: Element | null = element; clip && clip !== document.body; clip = clip.parentElement) {
      const style = getComputedStyle(clip);
      if (/auto|scroll/.test(`${style.overflowX} ${style.overflowY}`)) break;
      if (!/hidden|clip/.test(`${style.overflowX} ${style.overflowY}`)) continue;
      // Its title has all of it.
      if (clip.hasAttribute('title') || clip.matches(cutOnPurpose)) break;
      if (!isOurs && (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none')) break;
      const edge = clip.getBoundingClientRect();
      const cut = words.right > edge.right + 1 || words.left < edge.left - 1 || words.bottom > edge.bottom + 10 || words.top < edge.top - 10;
      if (cut || (clip === element && element.scrollWidth > element.clientWidth + 1)) {
        overflow.add(describe('cut'));
        break;
      }
    }
  }

  /** Without elements within, which may be for screen readers. */
  function unionOf(nodes: readonly Node[]): { left: number; right: number; top: number; bottom: number } {
    const boxes = nodes.map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    });
    return {
      left: Math.min(...boxes.map(({ left }) => left)),
      right: Math.max(...boxes.map(({ right }) => right)),
      top: Math.min(...boxes.map(({ top }) => top)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    };
  }

  function isForReadersOnly(element: Element): boolean {
    for (let one: Element | null = element; one; one = one.parentElement) {
      const { clipPath, position, clip } = getComputedStyle(one);
      if (position === 'absolute' && (clipPath !== 'none' || clip !== 'auto')) return true;
      const { width: wide, height: high } = one.getBoundingClientRect();
      if (one !== element && position !== 'static' && (wide <= 1 || high <= 1) && getComputedStyle(one).overflow !== 'visible') return true;
    }
    return element.getBoundingClientRect().width <= 1;
  }

  function isInScroller(element: Element): boolean {
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement)
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(one).overflowX)) return true;
    return false;
  }

  function nameOf(element: Element): string {
    const own = [element, element.parentElement, element.parentElement?.parentElement].map((one) =>
      String(one?.className ?? '')
        .split(' ')
        .at(-1),
    );
    return `${element.tagName.toLowerCase()} (${own.join(' < ')}) ${(element.textContent ?? '').trim().slice(0, 60)}`;
  }
}
