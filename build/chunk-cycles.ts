import type { Plugin, Rolldown } from 'vite';
import { withImports } from './first-view-budget.ts';

/**
 * Fails the build when chunks import each other: then a chunk may use a module of another one before it is initialised, in production only.
 * `except`: names of chunks that use nothing of each other while they are loaded.
 */
export function noChunkCycles({ except }: { except: readonly string[] }): Plugin {
  return {
    name: 'vidya:chunk-cycles',
    apply: 'build',
    writeBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk' && !except.includes(output.name));
      const circular = chunks.flatMap((chunk) => (chunk.type === 'chunk' && isCircular(bundle, chunk) ? [describe(chunk)] : []));
      if (circular.length > 0) this.error(`chunks import each other; put what they share into a group of its own:\n${circular.join('\n')}`);
    },
  };
}

function isCircular(bundle: Rolldown.OutputBundle, { fileName, imports }: Rolldown.OutputChunk): boolean {
  const imported = imports.flatMap((name) => bundle[name] ?? []).filter((output) => output.type === 'chunk');
  return withImports(bundle, imported).has(fileName);
}

const describe = ({ fileName, name, moduleIds }: Rolldown.OutputChunk): string => `${fileName} (${name}, ${moduleIds.at(-1)?.split('/src/').at(-1)})`;
