import { createElement, Fragment, type ReactNode } from 'react';
import { POST_ELEMENTS, type PostElement } from '#shared/domain/rich-text.ts';
import classes from './rich-text.module.css';

export type RichTextProps = { html: string };

/** Rendered element by element, so that no other element reaches the page, whatever is stored. */
export function RichText({ html }: RichTextProps) {
  return <div className={classes.text}>{renderNodes(new DOMParser().parseFromString(html, 'text/html').body.childNodes)}</div>;
}

/** Passed as arguments, the nodes need no keys. */
function renderNodes(nodes: NodeListOf<ChildNode>): ReactNode {
  return createElement(Fragment, null, ...[...nodes].map(renderNode));
}

function renderNode(node: ChildNode): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof HTMLElement)) return null;
  const Element = toPostElement(node);
  if (Element === undefined) return renderNodes(node.childNodes);
  switch (Element) {
    case 'br':
    case 'hr':
      return <Element />;
    case 'img':
      return <PostImage image={node} />;
    case 'a':
      return <PostLink link={node}>{renderNodes(node.childNodes)}</PostLink>;
    default:
      return <Element>{renderNodes(node.childNodes)}</Element>;
  }
}

function toPostElement({ tagName }: HTMLElement): PostElement | undefined {
  return POST_ELEMENTS.find((element) => element === tagName.toLowerCase());
}

function PostImage({ image }: { image: HTMLElement }) {
  const src = image.getAttribute('src') ?? '';
  return src.startsWith('/files/') ? <img src={src} alt={image.getAttribute('alt') ?? ''} loading="lazy" /> : null;
}

function PostLink({ link, children }: { link: HTMLElement; children: ReactNode }) {
  const href = link.getAttribute('href') ?? '';
  if (!/^(https?:|mailto:|\/(?!\/))/i.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
