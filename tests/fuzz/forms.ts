import * as fc from 'fast-check';
import { A_SCRIPT, aBomb, aGif, aJpeg, aPng, aPolyglot, aTiff, aWebp } from '#tests/support/images.ts';
import type { Schema } from './document.ts';
import { oddText } from './junk.ts';

export type Files = ReadonlyMap<string, Uint8Array>;

export type Body = { bytes: Uint8Array; type: string | null; shown: string };

const SMALL = { width: 12, height: 8 };
const BOUNDARY = '----vidya';
const TYPES = ['image/jpeg', 'image/png', 'text/plain', 'application/octet-stream', ''];
const FILE_NAMES = ['a.jpg', 'a.png', '', '../../a.jpg', 'சான்றிதழ்.png', 'a".jpg', `${'x'.repeat(300)}.jpg`, 'a\u0000.jpg', 'a.html'];

export async function filesToSend(): Promise<Files> {
  const jpeg = await aJpeg(SMALL);
  const png = await aPng(SMALL);
  return new Map<string, Uint8Array>([
    ['a JPEG', jpeg],
    ['a PNG', png],
    ['a GIF', await aGif(SMALL)],
    ['a WebP', await aWebp(SMALL)],
    ['a TIFF', await aTiff(SMALL)],
    ['half a JPEG', jpeg.subarray(0, jpeg.length / 2)],
    ['half a PNG', png.subarray(0, png.length / 2)],
    ['a JPEG that is a page as well', await aPolyglot(SMALL)],
    ['a PNG of 400 million pixels', aBomb({ width: 20_000, height: 20_000 })],
    ['the head of a JPEG', jpeg.subarray(0, 4)],
    ['nothing', new Uint8Array()],
    ['a text', Buffer.from('Words to read.')],
    ['a page', Buffer.from(A_SCRIPT)],
    ['a drawing', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${A_SCRIPT}</svg>`)],
    ['too much', new Uint8Array(2_097_153).fill(0xff)],
  ]);
}

type Part = { field: string; file: string | null; fileName: string; type: string; text: string };

export function formsOf(schema: Schema | undefined, files: Files, isOdd: boolean): fc.Arbitrary<Body> {
  const fields = Object.keys(schema?.properties ?? {});
  const [jpeg = '', png = ''] = files.keys();
  const right = fc.record({
    field: fc.constantFrom(...fields.slice(0, 1)),
    file: fc.constantFrom(jpeg, png),
    fileName: fc.constant('a.jpg'),
    type: fc.constant('image/jpeg'),
    text: fc.constant(''),
  });
  if (!isOdd) return right.map((part) => formOf([part], { files, broken: 'not' }));
  const odd = fc.record({
    field: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fields) }, fc.constantFrom('', 'constructor', 'documents[]')),
    file: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...files.keys()) }, fc.constant(null)),
    fileName: fc.constantFrom(...FILE_NAMES),
    type: fc.constantFrom(...TYPES),
    text: oddText,
  });
  const parts = fc.oneof({ weight: 3, arbitrary: fc.array(odd, { minLength: 1, maxLength: 2 }) }, fc.array(fc.oneof(right, odd), { maxLength: 7 }));
  const broken = fc.oneof(
    { weight: 4, arbitrary: fc.constant<Broken>('not') },
    fc.constantFrom<Broken>('no end', 'no boundary', 'another boundary', 'cut', 'twenty times'),
  );
  return fc.tuple(parts, broken).map(([sent, how]) => formOf(sent, { files, broken: how }));
}

type Broken = 'not' | 'no end' | 'no boundary' | 'another boundary' | 'cut' | 'twenty times';

function formOf(parts: readonly Part[], { files, broken }: { files: Files; broken: Broken }): Body {
  const sent = broken === 'twenty times' ? Array.from({ length: 20 }, () => parts.slice(0, 2)).flat() : parts;
  const pieces = sent.flatMap((part) => [Buffer.from(headOf(part)), contentOf(part, files), Buffer.from('\r\n')]);
  const whole = Buffer.concat([...pieces, Buffer.from(broken === 'no end' ? '' : `--${BOUNDARY}--\r\n`)]);
  const boundary = broken === 'no boundary' ? '' : `; boundary=${broken === 'another boundary' ? '----other' : BOUNDARY}`;
  return {
    bytes: broken === 'cut' ? whole.subarray(0, whole.length / 2) : whole,
    type: `multipart/form-data${boundary}`,
    shown: `a form${broken === 'not' ? '' : ` (${broken})`} of ${JSON.stringify(parts.map(({ field, file, fileName, text }) => ({ field, ...(file === null ? { text } : { file, fileName }) })))}`,
  };
}

function headOf({ field, file, fileName, type }: Part): string {
  const ofFile = file === null ? '' : `; filename="${fileName}"${type && `\r\nContent-Type: ${type}`}`;
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${ofFile}\r\n\r\n`;
}

const contentOf = ({ file, text }: Part, files: Files): Uint8Array => (file === null ? Buffer.from(text) : (files.get(file) ?? new Uint8Array()));
