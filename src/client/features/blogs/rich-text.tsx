import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { POST_ELEMENTS, type PostElement } from '#shared/domain/rich-text.ts';
import classes from './rich-text.module.css';

export type RichTextProps = { html: string };

/** The content of a post, drawn element by element: what a post may not contain has no way onto the page. */
export function RichText({ html }: RichTextProps) {
  const content = useMemo(() => drawn(new DOMParser().parseFromString(html, 'text/html').body.childNodes), [html]);
  return <div className={classes.text}>{content}</div>;
}

/** Side by side, as if written in place: they need no keys. */
function drawn(nodes: NodeListOf<ChildNode>): ReactNode {
  return createElement(Fragment, null, ...[...nodes].map(drawnOne));
}

function drawnOne(node: ChildNode): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof HTMLElement)) return null;
  const Element = elementOf(node);
  if (Element === undefined) return drawn(node.childNodes);
  switch (Element) {
    case 'br':
    case 'hr':
      return <Element />;
    case 'img':
      return <Picture image={node} />;
    case 'a':
      return <Reference link={node}>{drawn(node.childNodes)}</Reference>;
    default:
      return <Element>{drawn(node.childNodes)}</Element>;
  }
}

function elementOf({ tagName }: HTMLElement): PostElement | undefined {
  return POST_ELEMENTS.find((known) => known === tagName.toLowerCase());
}

function Picture({ image }: { image: HTMLElement }) {
  const src = image.getAttribute('src') ?? '';
  return src.startsWith('/files/') ? <img src={src} alt={image.getAttribute('alt') ?? ''} loading="lazy" /> : null;
}

function Reference({ link, children }: { link: HTMLElement; children: ReactNode }) {
  const href = link.getAttribute('href') ?? '';
  if (!/^(https?:|mailto:|\/(?!\/))/i.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
