import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { traverse } from '@babel/core';
import * as t from '@babel/types';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { parseSource } from './parse-source.ts';

/** `name` is undefined where the whole module is taken. `catalogue` is loaded with it. */
type Import = { file: string; name?: string; catalogue?: string };
type Module = { imports: readonly Import[]; reExports: ReadonlyMap<string, Import>; catalogues: readonly string[] };

const WITH_MESSAGES = 'withMessages';
const modules = new Map<string, Module>();

/** The catalogue of each file of the client that has sentences. */
export async function readCatalogueByFile(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const catalogue of await getCatalogs(getConfig())) {
    const part = catalogue.path.split('/').at(-2) ?? '';
    const messages = Object.values((await catalogue.collect()) ?? {});
    for (const { origin = [] } of messages) for (const [file] of origin) if (file.startsWith('src/client/')) found.set(file, part);
  }
  return found;
}

/** Names a route has for its own pages. */
export const cataloguesOf = (file: string): readonly string[] => read(file).catalogues;

/** The sentences that a page may show, as `file: catalogue`, of catalogues that nobody loads with it. */
export function findUnloaded(files: readonly string[], loaded: readonly string[], catalogueByFile: ReadonlyMap<string, string>): string[] {
  const problems = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string, present: readonly string[]) => {
    const key = `${file} ${present.join()}`;
    if (seen.has(key)) return;
    seen.add(key);
    const catalogue = catalogueByFile.get(file);
    if (catalogue && !present.includes(catalogue)) problems.add(`${file}: ${catalogue}`);
    for (const one of read(file).imports) {
      const target = resolve(one);
      visit(target.file, one.catalogue ? [...present, one.catalogue] : present);
    }
  };
  for (const file of files) visit(file, loaded);
  return [...problems].sort();
}

/** Where a file only passes on what others have, as `index.ts` does, the one that has it. */
function resolve(one: Import): Import {
  const passedOn = one.name === undefined ? undefined : read(one.file).reExports.get(one.name);
  return passedOn ? resolve(passedOn) : one;
}

function read(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const imports: Import[] = [];
  const reExports = new Map<string, Import>();
  const catalogues: string[] = [];
  traverse(parseSource(file), {
    ImportDeclaration({ node }) {
      const target = node.importKind === 'type' ? null : pathOf(file, node.source.value);
      if (!target) return;
      if (node.specifiers.length === 0) imports.push({ file: target });
      for (const one of node.specifiers) {
        if (t.isImportSpecifier(one) && one.importKind !== 'type')
          imports.push({ file: target, name: t.isIdentifier(one.imported) ? one.imported.name : '' });
        else if (!t.isImportSpecifier(one)) imports.push({ file: target });
      }
    },
    ExportNamedDeclaration({ node }) {
      const target = node.source && node.exportKind !== 'type' ? pathOf(file, node.source.value) : null;
      if (!target) return;
      for (const one of node.specifiers) {
        if (!t.isExportSpecifier(one) || one.exportKind === 'type' || !t.isIdentifier(one.exported)) continue;
        reExports.set(one.exported.name, { file: target, name: one.local.name });
      }
    },
    ImportExpression: (path) => addDynamic(path.node.source, path),
    CallExpression(path) {
      if (path.node.callee.type === 'Import') addDynamic(path.node.arguments[0], path);
    },
    ObjectProperty({ node }) {
      if (!t.isIdentifier(node.key, { name: 'catalogues' }) || !t.isArrayExpression(node.value)) return;
      for (const one of node.value.elements) if (t.isStringLiteral(one)) catalogues.push(one.value);
    },
  });
  const found = { imports, reExports, catalogues };
  modules.set(file, found);
  return found;

  type Path = { findParent: (test: (path: { node: t.Node }) => boolean) => { node: t.Node } | null };
  function addDynamic(source: t.Node | undefined, path: Path): void {
    const target = t.isStringLiteral(source) ? pathOf(file, source.value) : null;
    if (!target) return;
    const call = path.findParent(({ node }) => t.isCallExpression(node) && t.isIdentifier(node.callee, { name: WITH_MESSAGES }))?.node;
    const first = call && t.isCallExpression(call) ? call.arguments[0] : null;
    imports.push(t.isStringLiteral(first) ? { file: target, catalogue: first.value } : { file: target });
  }
}

function pathOf(from: string, source: string): string | null {
  const path = source.startsWith('#client/') ? source.replace('#', 'src/') : source.startsWith('.') ? join(dirname(from), source) : null;
  return path && /\.tsx?$/.test(path) && existsSync(path) ? path : null;
}
