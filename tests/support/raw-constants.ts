import { type NodePath, traverse } from '@babel/core';
import * as t from '@babel/types';
import { parseSource } from './parse-source.ts';

/** Constants of `src/shared` whose texts people read. */
const SENTENCES = ['ERRORS', 'VALIDATION', 'SUCCESS'];
/** What writes a sentence in the language of the page; toasts do it by themselves. */
const WRITERS = ['translated', 'recognise', 'of'];

/** Where a screen takes such a sentence and does not write it in the language of the page, as `file:line`. */
export function listRawConstants(file: string): string[] {
  const found: string[] = [];
  traverse(parseSource(file), {
    MemberExpression(path) {
      const { object, property, computed } = path.node;
      const isError = t.isMemberExpression(object) && isNamed(object.object, 'ERRORS') && !computed && isNamed(property, 'message');
      const isOther = t.isIdentifier(object) && object.name !== 'ERRORS' && SENTENCES.includes(object.name);
      if ((isError || isOther) && !isWritten(path)) found.push(`${file}:${path.node.loc?.start.line}`);
    },
  });
  return found;
}

const isNamed = (node: t.Node, name: string): boolean => t.isIdentifier(node) && node.name === name;

/** Contracts take English messages (`error: …`), which forms recognise. */
function isWritten(path: NodePath): boolean {
  return (
    path.findParent(({ node, parent }) => {
      if (t.isObjectProperty(node)) return isNamed(node.key, 'error');
      if (!t.isCallExpression(node)) return false;
      const { callee } = node;
      const name = t.isMemberExpression(callee) ? callee.property : callee;
      const isToast = t.isMemberExpression(callee) && isNamed(callee.object, 'toast');
      return parent !== null && (isToast || WRITERS.some((writer) => isNamed(name, writer)));
    }) !== null
  );
}
