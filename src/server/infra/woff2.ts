import { brotliDecompressSync } from 'node:zlib';

/** Tables that may be stored by number, as far as they are asked for here: https://www.w3.org/TR/WOFF2/#table_dir_format */
const TAGS = [
  ...['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca', 'prep', 'CFF ', 'VORG', 'EBDT'],
  ...['EBLC', 'gasp', 'hdmx', 'kern', 'LTSH', 'PCLT', 'VDMX', 'vhea', 'vmtx', 'BASE', 'GDEF', 'GPOS', 'GSUB', 'EBSC', 'JSTF', 'MATH'],
  ...['CBDT', 'CBLC', 'COLR', 'CPAL', 'SVG ', 'sbix', 'acnt', 'avar', 'bdat', 'bloc', 'bsln', 'cvar', 'fdsc', 'feat', 'fmtx', 'fvar'],
  ...['gvar', 'hsty', 'just', 'lcar', 'mort', 'morx', 'opbd', 'prop', 'trak', 'Zapf', 'Silf', 'Glat', 'Gloc', 'Feat', 'Sill'],
];
const HEADER_BYTES = 48;
const ARBITRARY_TAG = 63;
const [ON_CURVE, OVERLAPS] = [1, 0x40];
const COMPOSITE = { argsAreWords: 1, hasScale: 8, isContinued: 0x20, hasTwoScales: 0x40, hasMatrix: 0x80, hasInstructions: 0x100 };

type Table = { tag: string; bytes: Buffer };

/**
 * A WOFF 2 font as TrueType, because the FreeType of sharp has no Brotli. Outlines are written unpacked, and checksums
 * left at 0, which FreeType and HarfBuzz do not read.
 */
export function toTrueType(woff2: Buffer): Buffer {
  if (woff2.toString('latin1', 0, 4) !== 'wOF2') throw new Error('not a WOFF 2 font');
  const tables = readTables(woff2);
  const find = (tag: string) => tables.find((table) => table.tag === tag);
  const [glyf, loca, head] = ['glyf', 'loca', 'head'].map(find);
  if (!glyf || !loca || !head) throw new Error('not a font of TrueType outlines');
  const { glyphs, offsets } = rebuildGlyphs(glyf.bytes);
  glyf.bytes = glyphs;
  loca.bytes = offsets;
  // Offsets of four bytes.
  head.bytes.writeInt16BE(1, 50);
  return writeFont(woff2.readUInt32BE(4), tables);
}

function readTables(woff2: Buffer): Table[] {
  const directory = new Reader(woff2, HEADER_BYTES);
  const entries = Array.from({ length: woff2.readUInt16BE(12) }, () => {
    const flags = directory.uint8();
    const tag = (flags & 63) === ARBITRARY_TAG ? directory.bytes(4).toString('latin1') : (TAGS[flags & 63] ?? '');
    const isOutlines = tag === 'glyf' || tag === 'loca';
    const isTransformed = flags >> 6 === (isOutlines ? 0 : 1);
    const length = directory.base128();
    // `hmtx` may be transformed as well; the fonts that are drawn with have it plain.
    if (isTransformed !== isOutlines) throw new Error(`the table ${tag} is stored in a way that is not read here`);
    return { tag, length: isTransformed ? directory.base128() : length };
  });
  const content = new Reader(brotliDecompressSync(directory.bytes(woff2.readUInt32BE(20))));
  return entries.map(({ tag, length }) => ({ tag, bytes: Buffer.from(content.bytes(length)) }));
}

/** https://www.w3.org/TR/WOFF2/#glyf_table_format */
function rebuildGlyphs(transformed: Buffer): { glyphs: Buffer; offsets: Buffer } {
  const header = new Reader(transformed);
  const [, options = 0, glyphCount = 0] = [header.uint16(), header.uint16(), header.uint16(), header.uint16()];
  const lengths = Array.from({ length: 7 }, () => header.uint32());
  const [contourCounts, pointCounts, pointFlags, coordinates, composites, boxes, instructions] = lengths.map(
    (length) => new Reader(header.bytes(length)),
  ) as [Reader, Reader, Reader, Reader, Reader, Reader, Reader];
  const boxBits = boxes.bytes(4 * Math.ceil(glyphCount / 32));
  const overlapBits = options & 1 ? header.bytes(Math.ceil(glyphCount / 8)) : null;
  const hasBit = (bits: Buffer | null, index: number) => bits !== null && ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;

  function readSimple(contourCount: number, box: Buffer | null, overlaps: boolean): Buffer {
    const ends: number[] = [];
    for (let index = 0; index < contourCount; index += 1) ends.push((ends.at(-1) ?? -1) + pointCounts.packed16());
    const points = Array.from({ length: (ends.at(-1) ?? -1) + 1 }, () => readPoint(pointFlags.uint8(), coordinates));
    const code = instructions.bytes(coordinates.packed16());
    const first = overlaps ? OVERLAPS : 0;
    return Buffer.concat([
      int16s([contourCount]),
      box ?? boundsOf(points),
      int16s(ends),
      int16s([code.length]),
      code,
      Buffer.from(points.map(({ isOnCurve }, index) => (isOnCurve ? ON_CURVE : 0) | (index === 0 ? first : 0))),
      int16s(points.map(({ dx }) => dx)),
      int16s(points.map(({ dy }) => dy)),
    ]);
  }

  function readComposite(box: Buffer): Buffer {
    const start = composites.position;
    let flags: number;
    let hasInstructions = false;
    do {
      flags = composites.uint16();
      hasInstructions ||= (flags & COMPOSITE.hasInstructions) !== 0;
      const scaleBytes = flags & COMPOSITE.hasScale ? 2 : flags & COMPOSITE.hasTwoScales ? 4 : flags & COMPOSITE.hasMatrix ? 8 : 0;
      composites.bytes(2 + (flags & COMPOSITE.argsAreWords ? 4 : 2) + scaleBytes);
    } while (flags & COMPOSITE.isContinued);
    const code = hasInstructions ? instructions.bytes(coordinates.packed16()) : null;
    return Buffer.concat([int16s([-1]), box, composites.since(start), ...(code ? [int16s([code.length]), code] : [])]);
  }

  function readGlyph(index: number): Buffer {
    const contourCount = contourCounts.uint16();
    if (contourCount === 0) return Buffer.alloc(0);
    const box = hasBit(boxBits, index) ? boxes.bytes(8) : null;
    const glyph = contourCount === 0xffff ? readComposite(box ?? Buffer.alloc(8)) : readSimple(contourCount, box, hasBit(overlapBits, index));
    return padded(glyph);
  }

  const glyphs = Array.from({ length: glyphCount }, (_, index) => readGlyph(index));
  const offsets = Buffer.alloc(4 * (glyphCount + 1));
  let end = 0;
  for (const [index, glyph] of glyphs.entries()) {
    end += glyph.length;
    offsets.writeUInt32BE(end, 4 * (index + 1));
  }
  return { glyphs: Buffer.concat(glyphs), offsets };
}

type Point = { dx: number; dy: number; isOnCurve: boolean };

/** https://www.w3.org/TR/WOFF2/#triplet_decoding */
function readPoint(flag: number, coordinates: Reader): Point {
  const kind = flag & 0x7f;
  const signed = (bit: number, value: number) => ((flag >> bit) & 1 ? value : -value);
  const next = () => coordinates.uint8();
  const isOnCurve = flag < 0x80;
  if (kind < 10) return { dx: 0, dy: signed(0, ((kind & 14) << 7) + next()), isOnCurve };
  if (kind < 20) return { dx: signed(0, (((kind - 10) & 14) << 7) + next()), dy: 0, isOnCurve };
  if (kind < 84) {
    const [rest, byte] = [kind - 20, next()];
    return { dx: signed(0, 1 + (rest & 0x30) + (byte >> 4)), dy: signed(1, 1 + ((rest & 0x0c) << 2) + (byte & 0x0f)), isOnCurve };
  }
  if (kind < 120) {
    const rest = kind - 84;
    return {
      dx: signed(0, 1 + (Math.floor(rest / 12) << 8) + next()),
      dy: signed(1, 1 + (((rest % 12) >> 2) << 8) + next()),
      isOnCurve,
    };
  }
  if (kind < 124) {
    const [high, middle, low] = [next(), next(), next()];
    return { dx: signed(0, (high << 4) + (middle >> 4)), dy: signed(1, ((middle & 0x0f) << 8) + low), isOnCurve };
  }
  return { dx: signed(0, coordinates.uint16()), dy: signed(1, coordinates.uint16()), isOnCurve };
}

function boundsOf(points: readonly Point[]): Buffer {
  let [x, y] = [0, 0];
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { dx, dy } of points) {
    x += dx;
    y += dy;
    [minX, minY, maxX, maxY] = [Math.min(minX, x), Math.min(minY, y), Math.max(maxX, x), Math.max(maxY, y)];
  }
  return int16s([minX, minY, maxX, maxY]);
}

/** https://learn.microsoft.com/en-us/typography/opentype/spec/otff#organization-of-an-opentype-font */
function writeFont(flavour: number, tables: readonly Table[]): Buffer {
  const sorted = [...tables].sort((one, other) => (one.tag < other.tag ? -1 : 1));
  const largestPower = Math.floor(Math.log2(sorted.length));
  const range = 16 * 2 ** largestPower;
  const head = Buffer.alloc(12 + 16 * sorted.length);
  head.writeUInt32BE(flavour, 0);
  for (const [index, value] of [sorted.length, range, largestPower, 16 * sorted.length - range].entries()) head.writeUInt16BE(value, 4 + 2 * index);
  let offset = head.length;
  for (const [index, { tag, bytes }] of sorted.entries()) {
    const entry = 12 + 16 * index;
    head.write(tag, entry, 'latin1');
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(bytes.length, entry + 12);
    offset += padded(bytes).length;
  }
  return Buffer.concat([head, ...sorted.map(({ bytes }) => padded(bytes))]);
}

const padded = (bytes: Buffer): Buffer => (bytes.length % 4 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(4 - (bytes.length % 4))]));

function int16s(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * index);
  return bytes;
}

class Reader {
  position: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, position = 0) {
    this.#bytes = bytes;
    this.position = position;
  }

  bytes(length: number): Buffer {
    this.position += length;
    return this.since(this.position - length);
  }

  since(start: number): Buffer {
    if (this.position > this.#bytes.length) throw new Error('the font ends too early');
    return this.#bytes.subarray(start, this.position);
  }

  uint8(): number {
    return this.bytes(1).readUInt8();
  }

  uint16(): number {
    return this.bytes(2).readUInt16BE();
  }

  uint32(): number {
    return this.bytes(4).readUInt32BE();
  }

  /** https://www.w3.org/TR/WOFF2/#DataTypes: 255UInt16. */
  packed16(): number {
    const code = this.uint8();
    if (code === 253) return this.uint16();
    return code < 253 ? code : this.uint8() + (code === 255 ? 253 : 506);
  }

  /** There: UIntBase128. */
  base128(): number {
    let value = 0;
    for (let byte = 0x80; byte & 0x80; ) {
      byte = this.uint8();
      value = value * 128 + (byte & 0x7f);
    }
    return value;
  }
}
