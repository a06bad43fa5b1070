// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const CLIENT = 'src/client';

const list = (ending: RegExp) =>
  readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => join(CLIENT, path));

const definedIn = new Map(list(/\.module\.css$/).map((sheet) => [sheet, listClasses(readFileSync(sheet, 'utf8'))]));
const uses = list(/\.tsx?$/).flatMap((component) => listUses(component, readFileSync(component, 'utf8')));

// Neither the types nor the build know which classes a style sheet has.
describe('style sheets of components', () => {
  it('define every class that a component names', () => {
    const missing = uses.filter(({ sheet, className }) => !definedIn.get(sheet)?.has(className));
    expect(missing.map(({ component, sheet, className }) => `${component}: .${className} of ${sheet}`)).toEqual([]);
  });

  it('define none that no component names', () => {
    const used = new Set(uses.map(({ sheet, className }) => `${sheet} .${className}`));
    const defined = [...definedIn].flatMap(([sheet, classNames]) => [...classNames].map((className) => `${sheet} .${className}`));
    expect(defined.filter((rule) => !used.has(rule))).toEqual([]);
  });
});

function listClasses(css: string): Set<string> {
  const selectors = css.replaceAll(/\/\*.*?\*\/|"[^"]*"|:global\([^)]*\)|\{[^{}]*:[^{}]*;[^{}]*\}/gs, ' ');
  return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name));
}

function listUses(component: string, text: string): { component: string; sheet: string; className: string }[] {
  const imports = /import (\w+) from '([^']+\.module\.css)';/g;
  const code = text.replaceAll(imports, '');
  return [...text.matchAll(imports)].flatMap(([, name = '', from = '']) => {
    const sheet = from.startsWith('.') ? join(dirname(component), from) : from.replace('#client', CLIENT);
    const names = [...code.matchAll(new RegExp(`(?<![.\\w])${name}\\.(\\w+)`, 'g'))].map(([, className = '']) => className);
    return [...new Set(names)].map((className) => ({ component, sheet, className }));
  });
}
