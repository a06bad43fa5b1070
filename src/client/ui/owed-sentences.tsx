import { Fragment } from 'react';
import { type OwedBand, type OwedReader, owedTexts } from '#shared/domain/cancellation-copy.ts';
import { ZonedInstant } from './zoned-time.tsx';

export type OwedSentencesProps = { bands: readonly OwedBand[]; reader: OwedReader; from?: number; to?: number };

/** Those of the sentences from `from` up to `to`, as in `slice`. */
export function OwedSentences({ bands, reader, from = 0, to }: OwedSentencesProps) {
  return owedTexts(bands, reader)
    .slice(from, to)
    .map(({ before, at, after }, index) => (
      <Fragment key={before}>
        {index > 0 && ' '}
        {before}
        {at && <ZonedInstant at={at} />}
        {after}
      </Fragment>
    ));
}
