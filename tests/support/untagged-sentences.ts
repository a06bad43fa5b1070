import { readFileSync } from 'node:fs';
import { parseSync, traverse } from '@babel/core';

const WORDS = /[A-Za-z]{2,} [A-Za-z]/;

/** Texts of two words at least that no tag `t` translates, with `…` for values. */
export function listUntagged(file: string): string[] {
  const found: string[] = [];
  const add = (text: string) => {
    const plain = text.replace(/\s+/g, ' ').trim();
    if (WORDS.test(plain)) found.push(plain);
  };
  const program = parseSync(readFileSync(file, 'utf8'), {
    filename: file,
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: ['typescript'] },
  });
  if (!program) throw new Error(`${file} could not be parsed`);
  traverse(program, {
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
