import { type PluginObj, transformAsync } from '@babel/core';
import * as t from '@babel/types';
import macro from '@lingui/babel-plugin-lingui-macro';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { lingui } from '@lingui/vite-plugin';
import type { Plugin, PluginOption } from 'vite';
import { pseudoCatalogues } from './pseudo.ts';

const USES_MACROS = /@lingui\/(?:core|react)\/macro/;

/**
 * Sentences with Lingui's macros, and catalogues. Macros leave the English sentence beside its id; compiled here, it needs neither a catalogue
 * nor a parser in the browser.
 */
export const messages = ({ isPseudo = false } = {}): PluginOption => [transformMacros, isPseudo ? pseudoCatalogues() : lingui()];

/** Vite's own plugin for Babel needs Node 22. */
const transformMacros: Plugin = {
  name: 'vidya:messages',
  // Before the React compiler, which would change what macros look for.
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

const toArray = (text: string) => t.valueToNode(compileMessage(text));

function compileEnglish(): PluginObj {
  return {
    visitor: {
      Program: {
        exit: (program) =>
          program.traverse({
            ObjectExpression({ node }) {
              const named = (name: string) => node.properties.find((one) => t.isObjectProperty(one) && t.isIdentifier(one.key, { name }));
              const message = named('message');
              if (!named('id') || !t.isObjectProperty(message) || !t.isStringLiteral(message.value)) return;
              message.value = toArray(message.value.value);
            },
            JSXOpeningElement({ node }) {
              const named = (name: string) => node.attributes.find((one) => t.isJSXAttribute(one) && t.isJSXIdentifier(one.name, { name }));
              const message = named('message');
              if (!named('id') || !t.isJSXAttribute(message)) return;
              const value = t.isJSXExpressionContainer(message.value) ? message.value.expression : message.value;
              if (t.isStringLiteral(value)) message.value = t.jsxExpressionContainer(toArray(value.value));
            },
          }),
      },
    },
  };
}
