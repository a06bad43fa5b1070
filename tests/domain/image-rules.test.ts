import { describe, expect, test } from 'vitest';
import { isTooLarge, pathOfImage, photoProblem } from '#shared/domain/image-rules.ts';

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
