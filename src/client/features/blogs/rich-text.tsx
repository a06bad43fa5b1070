import { createElement, Fragment, type ReactNode } from 'react';
import { detectLang } from '#client/ui/detect-lang.ts';
import { type PostNode, parsePost } from '#shared/domain/rich-text.ts';
import classes from './rich-text.module.css';

export type RichTextProps = { html: string };

const SAMPLE = 2000;

/** Rendered element by element, so that no other element reaches the page, whatever is stored. */
export function RichText({ html }: RichTextProps) {
  return (
    <div className={classes.text} lang={detectLang(html.slice(0, SAMPLE).replace(/<[^>]*>/g, ''))}>
      {renderNodes(parsePost(html))}
    </div>
  );
}

/** Passed as arguments, the nodes need no keys. */
function renderNodes(nodes: readonly PostNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes.map(renderNode));
}

function renderNode(node: PostNode): ReactNode {
  if (typeof node === 'string') return node;
  const { element: Element, attributes, children } = node;
  switch (Element) {
    case 'br':
    case 'hr':
      return <Element />;
    case 'img':
      return <PostImage {...attributes} />;
    case 'a':
      return <PostLink {...attributes}>{renderNodes(children)}</PostLink>;
    default:
      return <Element>{renderNodes(children)}</Element>;
  }
}

function PostImage({ src = '', alt = '' }: { src?: string; alt?: string }) {
  return src.startsWith('/files/') ? <img src={src} alt={alt} loading="lazy" /> : null;
}

function PostLink({ href = '', children }: { href?: string; children: ReactNode }) {
  if (!/^(https?:|mailto:|\/(?!\/))/i.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
