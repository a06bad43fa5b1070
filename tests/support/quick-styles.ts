const VISIBILITY = 'visibility';
const isGiven = (value: string) => value !== '' && value !== 'inherit';

/**
 * Tests apply no style sheets, so an element is hidden only by its tag, its `style`, or the visibility of its ancestors. happy-dom copies all
 * properties of all ancestors to find that out, which takes a tenth of the time of a query by role and name.
 */
export function answerStylesQuickly(window: Window & typeof globalThis): void {
  const compute = window.getComputedStyle.bind(window);
  const displayOfKind = new Map<string, string>();
  const withoutStyles = window.document.implementation.createHTMLDocument();

  const readOwn = (element: Element, property: string) =>
    element.hasAttribute('style') && 'style' in element ? (element.style as CSSStyleDeclaration).getPropertyValue(property) : '';

  const readDisplay = (element: Element): string => {
    const own = readOwn(element, 'display');
    if (isGiven(own)) return own;
    // Of these an attribute decides.
    if (element.tagName === 'DIALOG') return compute(element).display;
    const known = displayOfKind.get(element.tagName);
    if (known !== undefined) return known;
    const plain = withoutStyles.createElementNS(element.namespaceURI, element.localName);
    withoutStyles.body.append(plain);
    const { display } = compute(plain);
    displayOfKind.set(element.tagName, display);
    plain.remove();
    return display;
  };

  const readVisibility = (element: Element): string => {
    const own = readOwn(element, VISIBILITY);
    if (isGiven(own)) return own;
    return element.parentElement ? readVisibility(element.parentElement) : '';
  };

  const read = (element: Element, property: string): string => {
    if (!element.isConnected) return '';
    if (property === 'display') return readDisplay(element);
    return property === VISIBILITY ? readVisibility(element) : compute(element).getPropertyValue(property);
  };

  const answer: typeof compute = (element, pseudo) =>
    pseudo
      ? compute(element, pseudo)
      : new Proxy({} as CSSStyleDeclaration, {
          get: (_, name) => {
            if (name === 'getPropertyValue') return (property: string) => read(element, property);
            if (name === 'display' || name === VISIBILITY) return read(element, name);
            const all = compute(element);
            const value: unknown = Reflect.get(all, name);
            return typeof value === 'function' ? value.bind(all) : value;
          },
        });
  for (const holder of [window, globalThis]) holder.getComputedStyle = answer;
}
