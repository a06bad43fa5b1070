// Writes src/client/app/fonts, which is committed, because it changes only with the font packages or the characters that pages use.
//   npm install --no-save subset-font@2.9.0 && node --import tsx build/subset-fonts.ts
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

type Weights = number | { min: number; max: number };
type Options = { targetFormat: 'woff2'; variationAxes: { wght: Weights }; keepFeatures?: string[]; preserveNameIds: number[] };
type SubsetFont = (font: Buffer, text: string, options: Options) => Promise<Buffer>;
type Subset = { file: string; source: string; ranges: string; wght: Weights; features?: string[] };

const require = createRequire(import.meta.url);
// The package has no types; these follow its README.
const subsetFont = require('subset-font') as SubsetFont;

const FOLDER = 'src/client/app/fonts';
const PACKAGES = 'node_modules/@fontsource-variable';
/** Copyright, licence, and its address. */
const LEGAL_NAMES = [0, 13, 14];

const FIGTREE = 'figtree/files/figtree-latin-wght-normal.woff2';
const SOURCE_SERIF = 'source-serif-4/files/source-serif-4-latin-wght-normal.woff2';
/** English letters, and the punctuation of our sentences. */
const ENGLISH = 'U+20-7E, U+A0, U+A7, U+A9, U+B7, U+D7, U+E9, U+2009, U+2011, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+202F, U+2212';
const OTHER_LATIN =
  'U+A1-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+2000-2008, U+200A-200B, U+200E-206F, U+20AC, U+2122, U+2191, U+2193';
const LATIN_FEATURES = ['ccmp', 'kern', 'liga', 'mark', 'mkmk', 'pnum', 'rvrn', 'tnum'];

const SUBSETS: readonly Subset[] = [
  { file: 'figtree-english', source: FIGTREE, ranges: ENGLISH, wght: { min: 400, max: 700 }, features: LATIN_FEATURES },
  { file: 'figtree-latin', source: FIGTREE, ranges: OTHER_LATIN, wght: { min: 400, max: 700 }, features: LATIN_FEATURES },
  { file: 'source-serif-english', source: SOURCE_SERIF, ranges: ENGLISH, wght: 600, features: LATIN_FEATURES },
  { file: 'source-serif-latin', source: SOURCE_SERIF, ranges: OTHER_LATIN, wght: 600, features: LATIN_FEATURES },
  // One weight, which the browser emboldens: these fonts are for devices without a font for the script.
  {
    file: 'noto-sans-sinhala',
    source: 'noto-sans-sinhala/files/noto-sans-sinhala-sinhala-wght-normal.woff2',
    ranges: 'U+D81-DE5, U+DF2-DF4, U+200C-200D, U+25CC',
    wght: 400,
  },
  {
    file: 'noto-sans-tamil',
    source: 'noto-sans-tamil/files/noto-sans-tamil-tamil-wght-normal.woff2',
    ranges: 'U+B82-BFA, U+200C-200D, U+25CC',
    wght: 400,
  },
];

function charactersIn(ranges: string): string {
  return ranges
    .split(', ')
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .slice('U+'.length)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');
}

for (const { file, source, ranges, wght, features } of SUBSETS) {
  const options: Options = { targetFormat: 'woff2', variationAxes: { wght }, keepFeatures: features, preserveNameIds: LEGAL_NAMES };
  const font = await subsetFont(readFileSync(`${PACKAGES}/${source}`), charactersIn(ranges), options);
  writeFileSync(`${FOLDER}/${file}.woff2`, font);
  console.log(`${file}: ${font.length} bytes`);
}
for (const name of ['figtree', 'source-serif-4', 'noto-sans-sinhala', 'noto-sans-tamil']) {
  copyFileSync(`${PACKAGES}/${name}/LICENSE`, `${FOLDER}/LICENSE-${name}.txt`);
}
