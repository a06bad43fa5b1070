import { type PluginObj, transformAsync } from '@babel/core';
import * as t from '@babel/types';
import macro from '@lingui/babel-plugin-lingui-macro';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { Plugin, PluginOption } from 'vite';
import { catalogueFiles, isPlain } from './catalogue-files.ts';
import { pseudoMessage } from './pseudo.ts';

const USES_MACROS = /@lingui\/(?:core|react)\/macro/;

/**
 * Compiles Lingui's macros and the catalogues. Macros keep the English sentence beside its id: a plain sentence becomes its own id, others are
 * compiled, so that English needs neither a catalogue nor a parser in the browser.
 */
export const messages = ({ isPseudo = false } = {}): PluginOption => [transformMacros, isPseudo ? catalogueFiles(pseudoMessage) : catalogueFiles()];

/** Vite's own plugin for Babel needs Node 22. */
const transformMacros: Plugin = {
  name: 'vidya:messages',
  // Runs before the React compiler, which would change the code that the macros look for.
  enforce: 'pre',
  transform: {
    filter: { id: /src\/client\/.*\.tsx?(?:$|\?)/, code: USES_MACROS },
    async handler(code, id) {
      const [filename = id] = id.split('?');
      const parserOpts = { plugins: ['typescript' as const, ...(filename.endsWith('x') ? (['jsx'] as const) : [])] };
      const options = {
        filename,
        parserOpts,
        plugins: [[macro, { stripMessageField: false }], compileEnglish],
        sourceMaps: true,
        configFile: false,
        babelrc: false,
      };
      const result = await transformAsync(code, options);
      return { code: result?.code ?? code, map: result?.map };
    },
  },
};

/** Undefined members, such as the offset of a plural without one, would be written out. */
const toArray = (text: string) => t.valueToNode(JSON.parse(JSON.stringify(compileMessage(text))));

function compileEnglish(): PluginObj {
  return {
    visitor: {
      Program: {
        exit: (program) =>
          program.traverse({
            ObjectExpression(path) {
              const { node, parent } = path;
              const named = (name: string) => node.properties.find((one) => t.isObjectProperty(one) && t.isIdentifier(one.key, { name }));
              const [id, message, context] = [named('id'), named('message'), named('context')];
              if (!t.isObjectProperty(id) || !t.isStringLiteral(id.value) || !t.isObjectProperty(message) || !t.isStringLiteral(message.value))
                return;
              const text = message.value.value;
              // With a context, which a build for production has left out, the id is another one.
              if (id.value.value !== generateMessageId(text) || !isPlain(text)) {
                message.value = toArray(text);
                node.properties = node.properties.filter((one) => one !== context);
                return;
              }
              id.value = message.value;
              node.properties = node.properties.filter((one) => one !== message);
              if (t.isCallExpression(parent) && node.properties.length === 1) path.replaceWith(id.value);
            },
          }),
      },
    },
  };
}
