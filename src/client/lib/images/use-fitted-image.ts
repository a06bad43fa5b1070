import { useBusy } from '#client/lib/forms/use-one-at-a-time.ts';
import { needsRedrawing } from '#shared/domain/image-rules.ts';
import { fitImage } from './fit-image.ts';

export type FittedImage = { isShrinking: boolean; choose: (file: File | undefined) => void };

/** `take` gets a file that need not be redrawn at once, another when it was. */
export function useFittedImage(take: (fitted: File, chosen: File) => void): FittedImage {
  const { isBusy, run } = useBusy(async (file: File) => take(await fitImage(file), file));

  function choose(file: File | undefined): void {
    if (!file) return;
    if (needsRedrawing(file)) void run(file);
    else take(file, file);
  }

  return { isShrinking: isBusy, choose };
}
