import { traverse } from '@babel/core';
import { parseSource } from './parse-source.ts';

const WORDS = /[A-Za-z]{2,} [A-Za-z]/;

/** Texts of two words at least that no tag `t` translates, with `…` for values. */
export function listUntagged(file: string): string[] {
  const found: string[] = [];
  const add = (text: string) => {
    const plain = text.replace(/\s+/g, ' ').trim();
    if (WORDS.test(plain)) found.push(plain);
  };
  traverse(parseSource(file), {
    StringLiteral({ node, parent }) {
      if (parent.type !== 'ImportDeclaration') add(node.value);
    },
    TemplateLiteral({ node, parent }) {
      const isTagged = parent.type === 'TaggedTemplateExpression' && parent.tag.type === 'Identifier' && parent.tag.name === 't';
      if (!isTagged) add(node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…'));
    },
  });
  return found;
}
