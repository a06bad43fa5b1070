import type { Plugin, Rolldown } from 'vite';
import { brotli } from './precompress.ts';

type Budget = { routes: string; pages: readonly string[]; javascriptKB: number; cssKB: number };
type Bundle = Rolldown.OutputBundle;

/** Fails the build when the entry and a route, with all static imports, exceed the budget of the page (brotli). */
export function firstPaint({ routes, pages, javascriptKB, cssKB }: Budget): Plugin {
  return {
    name: 'vidya:first-paint',
    apply: 'build',
    writeBundle(_, bundle) {
      const sizeOf = sizesIn(bundle);
      const problems: string[] = [];
      for (const page of pages) {
        const chunks = firstChunks(bundle, `/${routes}/`, page);
        const styles = new Set([...chunks].flatMap((name) => stylesOf(bundle, name)));
        const [javascript, css] = [sum([...chunks].map(sizeOf)), sum([...styles].map(sizeOf))];
        if (chunks.size === 0) problems.push(`no chunk holds ${routes}/${page}`);
        else console.log(`first paint  ${page.padEnd(18)} ${inKB(javascript)} KB of ${javascriptKB} JavaScript, ${inKB(css)} KB of ${cssKB} CSS`);
        if (javascript <= javascriptKB * 1024 && css <= cssKB * 1024) continue;
        problems.push(`${page} is over its budget`);
        const largest = [...chunks, ...styles].sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 12);
        for (const name of largest) console.log(`             ${inKB(sizeOf(name))} KB  ${name}`);
      }
      if (problems.length > 0) console.log(`Code of features that every page loads: ${featuresInEntry(bundle).join(', ')}`);
      if (problems.length > 0) this.error(`first paint: ${problems.join('; ')}`);
    },
  };
}

/** The entry, the chunks of the route's component and of the layouts around it, and what any of them imports statically. */
export function firstChunks(bundle: Bundle, folder: string, page: string): Set<string> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const holding = (end: string) => chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.includes(`${folder}${end}`)));
  const needed = new Set<string>();
  if (holding(page).length === 0) return needed;

  const parents = page.split('/').slice(0, -1);
  const layouts = parents.map((_, depth) => `${parents.slice(0, depth + 1).join('/')}/route.tsx`);
  const components = [page, ...layouts].flatMap((file) => holding(`${file}?tsr-split=component`));
  const waiting = [...chunks.filter(({ isEntry }) => isEntry), ...components].map(({ fileName }) => fileName);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (needed.has(name)) continue;
    needed.add(name);
    const chunk = bundle[name];
    if (chunk?.type === 'chunk') waiting.push(...chunk.imports);
  }
  return needed;
}

/** A module that the route imports for its search, loader or pending state is loaded as a whole. */
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
