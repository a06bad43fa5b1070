import type { Plugin, Rolldown } from 'vite';
import { brotli } from './precompress.ts';

type Part = { file: string; page: string; javascriptKB: number };
/** `javascriptKB` by page. */
type Budget = { routes: string; javascriptKB: Readonly<Record<string, number>>; cssKB: number; parts: readonly Part[] };
type Bundle = Rolldown.OutputBundle;

/**
 * Fails the build when the entry and a route, with all static imports, exceed the budget of the page (brotli), or when a lazy part of it loads
 * more than its own budget.
 */
export function firstViewBudget({ routes, javascriptKB, cssKB, parts }: Budget): Plugin {
  return {
    name: 'vidya:first-view-budget',
    apply: 'build',
    writeBundle(_, bundle) {
      const sizeOf = sizesIn(bundle);
      const problems: string[] = [];
      for (const [page, mostKB] of Object.entries(javascriptKB)) {
        const chunks = firstChunks(bundle, `/${routes}/`, page);
        const styles = new Set([...chunks].flatMap((name) => stylesOf(bundle, name)));
        const [javascript, css] = [sum([...chunks].map(sizeOf)), sum([...styles].map(sizeOf))];
        if (chunks.size === 0) problems.push(`no chunk holds ${routes}/${page}`);
        else console.log(`first paint  ${page.padEnd(18)} ${inKB(javascript)} KB of ${mostKB} JavaScript, ${inKB(css)} KB of ${cssKB} CSS`);
        if (javascript <= mostKB * 1024 && css <= cssKB * 1024) continue;
        problems.push(`${page} is over its budget`);
        const largest = [...chunks, ...styles].sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 12);
        for (const name of largest) console.log(`             ${inKB(sizeOf(name))} KB  ${name}`);
      }
      for (const { file, page, javascriptKB: mostKB } of parts) {
        const there = firstChunks(bundle, `/${routes}/`, page);
        const added = [...withImports(bundle, holding(bundle, file))].filter((name) => !there.has(name));
        const javascript = sum(added.map(sizeOf));
        console.log(`on demand    ${file.split('/').at(-1)} ${inKB(javascript)} KB of ${mostKB} JavaScript in ${added.length} files`);
        if (added.length === 0) problems.push(`${file} is no part of ${page}`);
        if (javascript > mostKB * 1024) problems.push(`${file} is over its budget`);
      }
      if (problems.length > 0) console.log(`Code of features that every page loads: ${featuresInEntry(bundle).join(', ')}`);
      if (problems.length > 0) this.error(`first paint: ${problems.join('; ')}`);
    },
  };
}

/** The entry, the chunks of the route's component and of the layouts around it, and what any of them imports statically. */
export function firstChunks(bundle: Bundle, folder: string, page: string): Set<string> {
  if (holding(bundle, `${folder}${page}`).length === 0) return new Set();
  const parents = page.split('/').slice(0, -1);
  const layouts = parents.map((_, depth) => `${parents.slice(0, depth + 1).join('/')}/route.tsx`);
  const components = [page, ...layouts].flatMap((file) => holding(bundle, `${folder}${file}?tsr-split=component`));
  return withImports(bundle, [...chunksOf(bundle).filter(({ isEntry }) => isEntry), ...components]);
}

function chunksOf(bundle: Bundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((output) => output.type === 'chunk');
}

function holding(bundle: Bundle, module: string): Rolldown.OutputChunk[] {
  return chunksOf(bundle).filter(({ moduleIds }) => moduleIds.some((id) => id.includes(module)));
}

export function withImports(bundle: Bundle, chunks: readonly Rolldown.OutputChunk[]): Set<string> {
  const needed = new Set<string>();
  const waiting = chunks.map(({ fileName }) => fileName);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (needed.has(name)) continue;
    needed.add(name);
    const chunk = bundle[name];
    if (chunk?.type === 'chunk') waiting.push(...chunk.imports);
  }
  return needed;
}

/** A chunk that contains a module which the route imports for its search, loader or pending state is loaded as a whole. */
function featuresInEntry(bundle: Bundle): string[] {
  const entries = Object.values(bundle).filter((output) => output.type === 'chunk' && output.isEntry);
  const modules = entries.flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
  return modules.filter((id) => /\/features\/.*\.tsx?$/.test(id)).map((id) => id.replace(/^.*\/features\//, ''));
}

export function stylesOf(bundle: Bundle, name: string): string[] {
  const output = bundle[name];
  return output?.type === 'chunk' ? [...(output.viteMetadata?.importedCss ?? [])] : [];
}

function sizesIn(bundle: Bundle): (name: string) => number {
  const sizeByName = new Map<string, number>();
  return (name) => {
    const output = bundle[name];
    if (!output) return 0;
    const source = output.type === 'chunk' ? output.code : output.source;
    const size = sizeByName.get(name) ?? brotli(Buffer.from(source)).length;
    sizeByName.set(name, size);
    return size;
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function inKB(bytes: number): string {
  return (bytes / 1024).toFixed(1).padStart(6);
}
