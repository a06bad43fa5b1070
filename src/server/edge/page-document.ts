import { createHash } from 'node:crypto';

/** What a rendered page puts into the document. `scripts` are sources of inline scripts. */
export type PageContent = { head: string; body: string; scripts: readonly string[] };
export type RenderedRoutes = { routeIds: readonly string[]; body: string };
export type PageAssets = { modules: readonly string[]; styles: readonly string[] };

const HEAD = /<!-- page -->[\s\S]*?<!-- \/page -->/;
const ROOT = /<div id="root">[\s\S]*?<\/div>/;

/** Puts a page into the built document. Functions as replacements: `$` has a meaning in strings. */
export function fillDocument(document: string, { head, body, scripts }: PageContent, { modules, styles }: PageAssets): string {
  const links = [
    ...styles.filter((href) => !document.includes(`"${href}"`)).map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...modules.filter((href) => !document.includes(`"${href}"`)).map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
  ];
  const inline = scripts.map((source) => `<script data-tsr-stream-part>${source}</script>`);
  return document
    .replace(HEAD, () => head)
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace(ROOT, () => `<div id="root">${body}</div>${inline.join('')}`);
}

/** Shown until the browser has loaded the application, and to those without JavaScript. */
export function fillMessage(document: string, { title, text }: { title: string; text: string }): string {
  return document.replace(
    ROOT,
    () => `<div id="root"><main style="padding:2rem 1rem;text-align:center"><h1>${title}</h1><p>${text}</p></main></div>`,
  );
}

/** Inline scripts are allowed by hash; Mantine sets inline styles. */
export function contentSecurityPolicy(html: string): string {
  const hashes = [...html.matchAll(/<script(?: data-tsr-stream-part)?>([\s\S]*?)<\/script>/g)].map(
    ([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`,
  );
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

type Chunk = { file: string; isEntry?: boolean; imports?: readonly string[]; css?: readonly string[] };
export type Manifest = Readonly<Record<string, Chunk>>;

const ROUTES = 'src/client/routes/';
const COMPONENT = '?tsr-split=component';

/**
 * From Vite's manifest: which scripts and styles belong to a page, besides those of the entry. The server also renders parts that the
 * browser loads later (`lazyBelow`), so the styles are those of the classes in the body.
 */
export function createAssetsOf(manifest: Manifest, readStyles: (file: string) => string): (page: RenderedRoutes) => PageAssets {
  const fileByClass = new Map<string, string>();
  for (const file of new Set(Object.values(manifest).flatMap(({ css = [] }) => css)))
    for (const [, name = ''] of readStyles(file).matchAll(/\.([A-Za-z_][\w-]*)/g)) if (!fileByClass.has(name)) fileByClass.set(name, file);
  const keyByRoute = new Map(
    Object.keys(manifest)
      .filter((key) => key.startsWith(ROUTES) && key.includes(COMPONENT))
      .map((key) => [toRouteId(key.slice(ROUTES.length, key.indexOf('?'))), key]),
  );

  return ({ routeIds, body }) => {
    const files = new Set<Chunk>();
    const seen = new Set<string>();
    const visit = (key: string) => {
      const chunk = manifest[key];
      if (!chunk || chunk.isEntry || seen.has(key)) return;
      // First: chunks may import each other.
      seen.add(key);
      for (const name of chunk.imports ?? []) visit(name);
      files.add(chunk);
    };
    for (const id of routeIds) visit(keyByRoute.get(id) ?? '');
    const styles = new Set([...files].flatMap(({ css = [] }) => css));
    for (const [, names = ''] of body.matchAll(/ class="([^"]+)"/g))
      for (const name of names.split(' ')) {
        const file = fileByClass.get(name);
        if (file !== undefined) styles.add(file);
      }
    return { modules: [...files].map(({ file }) => `/${file}`), styles: [...styles].map((file) => `/${file}`) };
  };
}

/** As the router names the routes of files: `tutors/index.tsx` is `/tutors/`. */
function toRouteId(file: string): string {
  const path = `/${file.replace(/\.tsx$/, '').replaceAll('.', '/')}`;
  return path.replace(/\/index$/, '/').replace(/\/route$/, '');
}
