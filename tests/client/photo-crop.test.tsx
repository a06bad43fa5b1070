import { describe, expect, it } from 'vitest';
import { cropToSquare } from '#client/features/account/photo-crop.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

type Drawn = { side: number; from: number[] };

/** A canvas that writes down what is drawn, and whose files weigh what the test says. */
function studio({ weigh, alpha = 255 }: { weigh: (type: string, side: number, quality?: number) => number; alpha?: number }) {
  const drawn: Drawn[] = [];
  const makeCanvas = () => {
    const canvas = document.createElement('canvas');
    const context = {
      drawImage: (_: unknown, ...numbers: number[]) => drawn.push({ side: canvas.width, from: numbers.slice(0, 4) }),
      getImageData: () => ({ data: new Uint8ClampedArray([0, 0, 0, 255, 9, 9, 9, alpha]) }),
    };
    return Object.assign(canvas, {
      getContext: () => context,
      toBlob: (done: (blob: Blob) => void, type: string, quality?: number) =>
        done(new Blob([new Uint8Array(weigh(type, canvas.width, quality))], { type })),
    });
  };
  return { drawn, makeCanvas };
}

const image = document.createElement('img');
const area = { x: 40, y: 10, width: 3000, height: 3000 };

describe('the square of a photo', () => {
  // spec account.5
  it('is a JPEG of at most 1024 pixels a side, of the part that was chosen', async () => {
    const { drawn, makeCanvas } = studio({ weigh: () => 300_000 });
    const file = await cropToSquare({ image, area, type: 'image/jpeg' }, makeCanvas);
    expect([file.name, file.type, file.size]).toEqual(['photo.jpg', 'image/jpeg', 300_000]);
    expect(drawn).toEqual([{ side: 1024, from: [40, 10, 3000, 3000] }]);
  });

  it('is never made larger than it is', async () => {
    const { drawn, makeCanvas } = studio({ weigh: () => 900 });
    await cropToSquare({ image, area: { ...area, width: 48, height: 48 }, type: 'image/png' }, makeCanvas);
    expect(drawn).toEqual([{ side: 48, from: [40, 10, 48, 48] }]);
  });

  it.each([
    ['image/png', 254, 'photo.png'],
    ['image/gif', 0, 'photo.png'],
    ['image/png', 255, 'photo.jpg'],
    ['image/jpeg', 0, 'photo.jpg'],
  ])('of %s with an alpha of %i is %s', async (type, alpha, name) => {
    const { makeCanvas } = studio({ weigh: () => 900, alpha });
    expect((await cropToSquare({ image, area, type }, makeCanvas)).name).toBe(name);
  });

  it('gives up quality first, then size, until it is below 2 MB', async () => {
    const tried: [number, number | undefined][] = [];
    const weigh = (_: string, side: number, quality?: number) => {
      tried.push([side, quality]);
      return side === 512 && quality === 0.8 ? LIMITS.imageBytes - 1 : LIMITS.imageBytes;
    };
    const { makeCanvas } = studio({ weigh });
    expect((await cropToSquare({ image, area, type: 'image/jpeg' }, makeCanvas)).size).toBe(LIMITS.imageBytes - 1);
    expect(tried).toEqual([
      [1024, 0.92],
      [1024, 0.8],
      [1024, 0.65],
      [512, 0.92],
      [512, 0.8],
    ]);
  });

  it('fails where nothing helps', async () => {
    const { makeCanvas } = studio({ weigh: () => LIMITS.imageBytes, alpha: 0 });
    await expect(cropToSquare({ image, area, type: 'image/png' }, makeCanvas)).rejects.toThrow();
  });
});
