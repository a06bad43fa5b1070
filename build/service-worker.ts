import { createHash } from 'node:crypto';
import { build, type Plugin, type Rolldown } from 'vite';
import { firstChunks, stylesOf } from './first-view-budget.ts';

type Options = {
  worker: string;
  routes: string;
  pages: readonly string[];
  parts: readonly string[];
  /** Modules whose files the worker stores once a page has loaded them. */
  onUse: RegExp;
  maxFiles: number;
};
type Bundle = Rolldown.OutputBundle;

/**
 * Builds the worker as /sw.js with the list of files that the offline pages need: their static imports, these lazy parts, their styles, and the fonts
 * of the document. Fails the build when there are more than `maxFiles`, including the document.
 */
export function serviceWorker({ worker, routes, pages, parts, onUse, maxFiles }: Options): Plugin {
  return {
    name: 'vidya:service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const chunks = new Set([
        ...pages.flatMap((page) => [...firstChunks(bundle, `/${routes}/`, page)]),
        ...parts.flatMap((part) => partOf(bundle, part)),
      ]);
      const page = sourceOf(bundle['index.html']);
      const inPage = [...page.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, name = '']) => name);
      const files = [...new Set([...chunks, ...[...chunks].flatMap((name) => stylesOf(bundle, name)), ...inPage])].sort().map((name) => `/${name}`);
      const used = filesOf(bundle, onUse).filter((file) => !files.includes(file));
      const version = createHash('sha256').update(page).update(files.join()).digest('base64url').slice(0, 12);
      const count = files.length + 1;
      console.log(`offline      ${count} files of ${maxFiles}, version ${version}`);
      if (count > maxFiles) this.error(`the service worker stores ${count} files, ${maxFiles} at most: ${describe(bundle, files)}`);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await bundled(worker, { version, files, filesOnUse: used }) });
    },
  };
}

/** Each script with its last module, after which it is named. */
function describe(bundle: Bundle, files: readonly string[]): string {
  const scripts = files.map((file) => bundle[file.slice(1)]).filter((output) => output?.type === 'chunk');
  return scripts.map(({ fileName, moduleIds }) => `${fileName} (${moduleIds.at(-1)?.split('/').at(-1)})`).join(', ');
}

function filesOf(bundle: Bundle, modules: RegExp): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk' && output.moduleIds.some((id) => modules.test(id)));
  return chunks.map(({ fileName }) => `/${fileName}`).sort();
}

/** The chunk that holds this module, and what it imports statically. */
function partOf(bundle: Bundle, module: string): string[] {
  const files = new Set<string>();
  const holder = Object.values(bundle).find((output) => output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(`/${module}`)));
  if (!holder) throw new Error(`no chunk holds ${module}`);
  const waiting = [holder.fileName];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (files.has(name)) continue;
    files.add(name);
    const chunk = bundle[name];
    if (chunk?.type === 'chunk') waiting.push(...chunk.imports);
  }
  return [...files];
}

function sourceOf(output: Bundle[string] | undefined): string {
  if (output?.type !== 'asset') throw new Error('the build has no page');
  return String(output.source);
}

async function bundled(entry: string, shell: object): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { SHELL: JSON.stringify(shell) },
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'sw' } },
  });
  const [outcome] = [result].flat();
  const chunk = outcome && 'output' in outcome ? outcome.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('the service worker came to nothing');
  return chunk.code;
}
