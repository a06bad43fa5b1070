import type { Plugin, Rolldown } from 'vite';
import { brotli } from './precompress.ts';

type Budget = { routes: string; pages: readonly string[]; javascriptKB: number; cssKB: number };
type Bundle = Rolldown.OutputBundle;

/** Fails a build in which a page needs more than its budget before it can paint: entry and route with all they import statically, in brotli. */
export function firstPaint({ routes, pages, javascriptKB, cssKB }: Budget): Plugin {
  return {
    name: 'vidya:first-paint',
    apply: 'build',
    writeBundle(_, bundle) {
      const sizeOf = sizesIn(bundle);
      for (const page of pages) {
        const chunks = firstChunks(bundle, `/${routes}/${page}`);
        if (chunks.size === 0) this.error(`first paint: no chunk holds ${routes}/${page}`);
        const styles = new Set([...chunks].flatMap((name) => stylesOf(bundle, name)));
        const [javascript, css] = [sum([...chunks].map(sizeOf)), sum([...styles].map(sizeOf))];
        console.log(`first paint  ${page.padEnd(18)} ${inKB(javascript)} KB of ${javascriptKB} JavaScript, ${inKB(css)} KB of ${cssKB} CSS`);
        if (javascript > javascriptKB * 1024 || css > cssKB * 1024) this.error(`first paint: ${page} is over its budget`);
      }
    },
  };
}

/** The entry, the chunk of the route's component, and what either imports statically. */
function firstChunks(bundle: Bundle, route: string): Set<string> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const component = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.includes(`${route}?tsr-split=component`)));
  const whole = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(route)));
  const needed = new Set<string>();
  const waiting =
    component.length + whole.length === 0 ? [] : [...chunks.filter(({ isEntry }) => isEntry), ...component].map(({ fileName }) => fileName);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (needed.has(name)) continue;
    needed.add(name);
    const chunk = bundle[name];
    if (chunk?.type === 'chunk') waiting.push(...chunk.imports);
  }
  return needed;
}

function stylesOf(bundle: Bundle, name: string): string[] {
  const output = bundle[name];
  return output?.type === 'chunk' ? [...(output.viteMetadata?.importedCss ?? [])] : [];
}

function sizesIn(bundle: Bundle): (name: string) => number {
  const known = new Map<string, number>();
  return (name) => {
    const output = bundle[name];
    if (!output) return 0;
    const source = output.type === 'chunk' ? output.code : output.source;
    const size = known.get(name) ?? brotli(Buffer.from(source)).length;
    known.set(name, size);
    return size;
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function inKB(bytes: number): string {
  return (bytes / 1024).toFixed(1).padStart(6);
}
