import { Fragment, type ReactNode } from 'react';
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
        {withWholeAmounts(before)}
        {at && <ZonedInstant at={at} />}
        {withWholeAmounts(after)}
      </Fragment>
    ));
}

/** No line ends between `Rs.` and the figure. */
function withWholeAmounts(text: string): ReactNode {
  const [before, amount, after] = text.split(/(Rs\. [\d,.]*\d)/);
  if (amount === undefined) return text;
  return (
    <>
      {before}
      <span style={{ whiteSpace: 'nowrap' }}>{amount}</span>
      {after}
    </>
  );
}
