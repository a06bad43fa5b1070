import * as fc from 'fast-check';
import { A_SCRIPT, aBomb, aGif, aJpeg, aPng, aPolyglot, aTiff, aWebp } from '#tests/support/images.ts';
import type { Schema } from './document.ts';
import { hostileText } from './invalid-values.ts';

export type Files = ReadonlyMap<string, Uint8Array>;

export type Body = { bytes: Uint8Array; type: string | null; description: string };

const SMALL = { width: 12, height: 8 };
const BOUNDARY = '----vidya';
const TYPES = ['image/jpeg', 'image/png', 'text/plain', 'application/octet-stream', ''];
const FILE_NAMES = ['a.jpg', 'a.png', '', '../../a.jpg', 'சான்றிதழ்.png', 'a".jpg', `${'x'.repeat(300)}.jpg`, 'a\u0000.jpg', 'a.html'];

export async function createFiles(): Promise<Files> {
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

export function formsOf(schema: Schema | undefined, files: Files, isInvalid: boolean): fc.Arbitrary<Body> {
  const fields = Object.keys(schema?.properties ?? {});
  const [jpeg = '', png = ''] = files.keys();
  const valid = fc.record({
    field: fc.constantFrom(...fields.slice(0, 1)),
    file: fc.constantFrom(jpeg, png),
    fileName: fc.constant('a.jpg'),
    type: fc.constant('image/jpeg'),
    text: fc.constant(''),
  });
  if (!isInvalid) return valid.map((part) => formOf([part], { files, defect: 'not' }));
  const invalid = fc.record({
    field: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fields) }, fc.constantFrom('', 'constructor', 'documents[]')),
    file: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...files.keys()) }, fc.constant(null)),
    fileName: fc.constantFrom(...FILE_NAMES),
    type: fc.constantFrom(...TYPES),
    text: hostileText,
  });
  const parts = fc.oneof(
    { weight: 3, arbitrary: fc.array(invalid, { minLength: 1, maxLength: 2 }) },
    fc.array(fc.oneof(valid, invalid), { maxLength: 7 }),
  );
  const defect = fc.oneof(
    { weight: 4, arbitrary: fc.constant<Defect>('not') },
    fc.constantFrom<Defect>('no end', 'no boundary', 'another boundary', 'cut', 'twenty times'),
  );
  return fc.tuple(parts, defect).map(([repeated, chosen]) => formOf(repeated, { files, defect: chosen }));
}

type Defect = 'not' | 'no end' | 'no boundary' | 'another boundary' | 'cut' | 'twenty times';

function formOf(parts: readonly Part[], { files, defect }: { files: Files; defect: Defect }): Body {
  const repeated = defect === 'twenty times' ? Array.from({ length: 20 }, () => parts.slice(0, 2)).flat() : parts;
  const chunks = repeated.flatMap((part) => [Buffer.from(headerOf(part)), contentOf(part, files), Buffer.from('\r\n')]);
  const bytes = Buffer.concat([...chunks, Buffer.from(defect === 'no end' ? '' : `--${BOUNDARY}--\r\n`)]);
  const boundary = defect === 'no boundary' ? '' : `; boundary=${defect === 'another boundary' ? '----other' : BOUNDARY}`;
  return {
    bytes: defect === 'cut' ? bytes.subarray(0, bytes.length / 2) : bytes,
    type: `multipart/form-data${boundary}`,
    description: `a form${defect === 'not' ? '' : ` (${defect})`} of ${JSON.stringify(parts.map(({ field, file, fileName, text }) => ({ field, ...(file === null ? { text } : { file, fileName }) })))}`,
  };
}

function headerOf({ field, file, fileName, type }: Part): string {
  const disposition = file === null ? '' : `; filename="${fileName}"${type && `\r\nContent-Type: ${type}`}`;
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${disposition}\r\n\r\n`;
}

const contentOf = ({ file, text }: Part, files: Files): Uint8Array => (file === null ? Buffer.from(text) : (files.get(file) ?? new Uint8Array()));
