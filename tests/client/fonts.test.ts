// @vitest-environment node
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { type AtRule } from 'postcss';
import { describe, expect, test } from 'vitest';

const FOLDER = 'src/client/app';
const MAX_BYTES = 60 * 1024;

type Face = { family: string; weight: string; sources: string[]; ranges: [number, number][]; number: (name: string) => number };

const faces: Face[] = [];
postcss.parse(readFileSync(join(FOLDER, 'fonts.css'), 'utf8')).walkAtRules('font-face', (rule) => void faces.push(toFace(rule)));

function toFace(rule: AtRule): Face {
  const findValue = (name: string) => rule.nodes?.flatMap((node) => (node.type === 'decl' && node.prop === name ? [node.value] : []))[0] ?? '';
  return {
    family: findValue('font-family').replaceAll('"', ''),
    weight: findValue('font-weight'),
    sources: findValue('src').split(/,\s*/),
    ranges: findValue('unicode-range').split(/,\s*/).filter(Boolean).map(toRange),
    number: (name) => Number.parseFloat(findValue(name)),
  };
}

function toRange(range: string): [number, number] {
  const [first = 0, last = first] = range
    .replace('U+', '')
    .split('-')
    .map((code) => Number.parseInt(code, 16));
  return [first, last];
}

const fileOf = ({ sources }: Face) => sources.flatMap((source) => /url\("\.\/(.+?)"\)/.exec(source)?.[1] ?? [])[0];
/** Those that a browser loads for a text when it has none of them itself. */
const listFiles = (text: string) => {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  const needed = faces.filter(({ ranges }) => codes.some((code) => ranges.some(([first, last]) => first <= code && code <= last)));
  return [...new Set(needed.flatMap((face) => fileOf(face) ?? []))];
};
const sum = (files: readonly string[]) => files.reduce((bytes, file) => bytes + statSync(join(FOLDER, file)).size, 0);

const ENGLISH = 'Find a tutor, 10:30 – 12:00: “Rs 2,500” · it’s … × 4 − café © 2026';
const SINHALA = 'ලංකාව';
const TAMIL = 'தமிழ்';

describe('the fonts of a first visit', () => {
  test('are two files for a page in English', () => {
    expect(listFiles(ENGLISH)).toEqual(['fonts/figtree-english.woff2', 'fonts/source-serif-english.woff2']);
  });

  test('are at most 60 KB, with Sinhala or Tamil on a device that has none', () => {
    expect(sum(listFiles(ENGLISH))).toBeLessThan(MAX_BYTES / 2);
    expect(sum(listFiles(ENGLISH + SINHALA))).toBeLessThan(MAX_BYTES);
    expect(sum(listFiles(ENGLISH + TAMIL))).toBeLessThan(MAX_BYTES);
  });

  test.each([
    ['digits and punctuation within Sinhala or Tamil', '2026-03-02, 10:30 (Rs 2,500) “A/L”…'],
    ['the other Latin letters', 'Zürich €20'],
  ])('hold nothing of Sinhala and Tamil for %s', (_, text) => {
    expect(listFiles(text).filter((file) => file.includes('noto'))).toEqual([]);
  });
});

describe('Sinhala and Tamil', () => {
  test.each([
    ['Sinhala', SINHALA, ['NotoSansSinhala', 'NirmalaUI', 'IskoolaPota', 'SinhalaSangamMN']],
    ['Tamil', TAMIL, ['NotoSansTamil', 'NirmalaUI', 'Latha', 'TamilSangamMN']],
  ])("%s is drawn in the device's font before one is loaded", (script, text, names) => {
    const webFace = faces.find(({ family }) => family === `Noto Sans ${script} Variable`);
    const ofDevice = faces.filter(({ family }) => family === `${script} of the Device`);
    expect(ofDevice.map(({ weight }) => weight)).toEqual(['400', '700']);
    expect(webFace?.sources).toEqual([...(ofDevice[0]?.sources ?? []), expect.stringMatching(/^url\(/)]);
    for (const name of names) {
      expect(ofDevice[0]?.sources).toContainEqual(expect.stringMatching(new RegExp(`^local\\("${name}(-Regular)?"\\)$`)));
      expect(ofDevice[1]?.sources).toContain(`local("${name}-Bold")`);
    }
    expect(listFiles(text)).toEqual([`fonts/noto-sans-${script.toLowerCase()}.woff2`]);
  });
});

describe('the fonts that stand in', () => {
  test.each([
    ['Figtree Fallback', 95, 25],
    ['Source Serif Fallback', 103.6, 33.5],
  ])('%s is as high as the font that replaces it', (name, ascent, descent) => {
    const standIns = faces.filter(({ family }) => family === name);
    expect(standIns.length).toBeGreaterThan(2);
    for (const { number, sources } of standIns) {
      const scale = number('size-adjust') / 100;
      expect(scale * number('ascent-override')).toBeCloseTo(ascent, 1);
      expect(scale * number('descent-override')).toBeCloseTo(descent, 1);
      expect(number('line-gap-override')).toBe(0);
      expect(sources.every((source) => source.startsWith('local('))).toBe(true);
    }
  });
});

test('each font has its licence beside it', () => {
  for (const name of ['figtree', 'source-serif-4', 'noto-sans-sinhala', 'noto-sans-tamil']) {
    expect(readFileSync(join(FOLDER, `fonts/LICENSE-${name}.txt`), 'utf8')).toContain('SIL OPEN FONT LICENSE Version 1.1');
  }
});
