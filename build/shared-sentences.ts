import { parseSync, traverse } from '@babel/core';
import type { ExtractorType } from '@lingui/conf';

/** Constants of `src/shared` whose texts people read, by file. Lingui's macros cannot stand there: seed, benches and commands run without Vite. */
const CONSTANTS: Record<string, readonly string[]> = {
  'src/shared/errors.ts': ['ERRORS'],
  'src/shared/messages.ts': ['VALIDATION', 'SUCCESS'],
  'src/shared/domain/rates.ts': ['MODE_LABELS'],
  'src/shared/domain/filter-text.ts': ['PART_NAMES'],
  'src/shared/vocabulary/content.ts': ['WEEKDAYS'],
  'src/shared/vocabulary/people.ts': ['MEDIUM_NAMES'],
  'src/shared/vocabulary/search.ts': ['EXAM_NAMES'],
};
export const SHARED_FILES = Object.keys(CONSTANTS);

/** Of `ERRORS`: the kind is no text. */
const NO_TEXTS = ['kind'];

const constantsOf = (filename: string): readonly string[] =>
  Object.entries(CONSTANTS).find(([file]) => filename.replaceAll('\\', '/').endsWith(file))?.[1] ?? [];

/** Their English text is their id: see `translated` in `src/shared/domain/translated.ts`. */
export const sharedSentences: ExtractorType = {
  match: (filename) => constantsOf(filename).length > 0,
  extract(filename, code, onMessageExtracted) {
    const names = constantsOf(filename);
    const program = parseSync(code, { filename, configFile: false, babelrc: false, parserOpts: { plugins: ['typescript'] } });
    if (!program) throw new Error(`${filename} could not be parsed`);
    const add = ({ value, loc }: { value: string; loc?: { start: { line: number } } | null | undefined }) =>
      onMessageExtracted({ id: value, message: value, context: undefined, origin: [filename, loc?.start.line ?? 1] });
    traverse(program, {
      VariableDeclarator(declarator) {
        const { id } = declarator.node;
        if (id.type !== 'Identifier' || !names.includes(id.name)) return;
        declarator.traverse({
          ArrayExpression({ node }) {
            for (const element of node.elements) if (element?.type === 'StringLiteral') add(element);
          },
          ObjectProperty({ node: { key, value } }) {
            if (value.type === 'StringLiteral' && !(key.type === 'Identifier' && NO_TEXTS.includes(key.name))) add(value);
          },
        });
      },
    });
    return Promise.resolve();
  },
};
