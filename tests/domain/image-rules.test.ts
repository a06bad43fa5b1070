import { describe, expect, test } from 'vitest';
import { isTooLarge, needsRedrawing, pathOfImage, photoProblem, redrawnSizes } from '#shared/domain/image-rules.ts';

const MOST = 2_097_152;

// spec validation.8 | P §5 Profile photo | Profile photo: JPG, PNG or GIF, under 2 MB, said before it is uploaded | src/shared/domain/image-rules.ts
describe('what may become a profile photo', () => {
  test.each(['image/jpeg', 'image/png', 'image/gif', 'IMAGE/PNG'])('%s may', (type) => {
    expect(photoProblem({ type, size: 1 })).toBeNull();
  });

  test.each(['image/webp', 'image/svg+xml', 'image/heic', 'application/pdf', 'text/html', ''])('"%s" may not', (type) => {
    expect(photoProblem({ type, size: 1 })).toBe('upload.photo_type');
  });

  test('a file with nothing in it is no photo', () => {
    expect(photoProblem({ type: 'image/png', size: 0 })).toBe('upload.photo_type');
  });

  // spec constants.13 | C §9 | Profile photo 2 MB, JPG/PNG/GIF | src/shared/vocabulary/limits.ts
  // spec validation.8
  test('2,097,152 bytes pass and one more does not', () => {
    expect(photoProblem({ type: 'image/png', size: MOST })).toBeNull();
    expect(photoProblem({ type: 'image/png', size: MOST + 1 })).toBe('upload.photo_size');
    expect([isTooLarge(MOST), isTooLarge(MOST + 1)]).toEqual([false, true]);
  });

  test('of what is neither, the type is named', () => {
    expect(photoProblem({ type: 'application/pdf', size: MOST + 1 })).toBe('upload.photo_type');
  });
});

// spec s12-ways.1 | S12 A | Photos over 2 MB are drawn again at 2,000 px at most, then smaller; small files, GIF and PDF are not |
//   src/shared/domain/image-rules.ts, src/client/lib/images/redraw-image.ts
describe('what a browser draws again before it sends it', () => {
  test.each([
    ['image/jpeg', MOST + 1, true],
    ['IMAGE/PNG', MOST + 1, true],
    ['image/jpeg', MOST, false],
    ['image/gif', MOST + 1, false],
    ['application/pdf', MOST + 1, false],
    ['image/heic', 1, true],
    ['image/heif', 1, true],
    ['image/heic', 0, false],
  ])('%s of %i bytes: %s', (type, size, isNeeded) => {
    expect(needsRedrawing({ type, size })).toBe(isNeeded);
  });

  test.each([
    ['a phone photo', 4000, 3000, ['2000x1500', '1400x1050', '1000x750']],
    ['one held upright', 3000, 4000, ['1500x2000', '1050x1400', '750x1000']],
    ['one that is small already', 1800, 900, ['1800x900', '1400x700', '1000x500']],
    ['one that stays small', 900, 600, ['900x600']],
    ['one at the limit', 2000, 2000, ['2000x2000', '1400x1400', '1000x1000']],
    ['a thin strip', 20_000, 2, ['2000x1', '1400x1', '1000x1']],
  ])('%s: %i x %i', (_, width, height, sizes) => {
    expect(redrawnSizes({ width, height }).map((size) => `${size.width}x${size.height}`)).toEqual(sizes);
  });
});

describe('where an image of ours lies', () => {
  const SITE = 'https://vidya.test';

  test.each([
    ['/files/photos/a.webp', 'photos/a.webp'],
    ['https://vidya.test/files/photos/a.webp', 'photos/a.webp'],
    ['/files/documents/a.webp?expires=1&signature=x', 'documents/a.webp'],
    ['/files/photos/../documents/a.webp', 'documents/a.webp'],
  ])('%s is %s', (address, path) => {
    expect(pathOfImage(address, SITE)).toBe(path);
  });

  test.each([
    'https://elsewhere.test/files/photos/a.webp',
    '//elsewhere.test/files/photos/a.webp',
    'http://vidya.test/files/photos/a.webp',
    '/files/../photos/a.webp',
    '/photos/a.webp',
    'data:image/png;base64,AAAA',
    'https://',
    '',
  ])('"%s" is none of ours', (address) => {
    expect(pathOfImage(address, SITE)).toBeNull();
  });
});
