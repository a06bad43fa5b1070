import { useLingui } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { type OwedBand, type OwedReader, owedTexts } from '#shared/domain/cancellation-copy.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { ZonedInstant } from './zoned-time.tsx';

export type OwedSentencesProps = { bands: readonly OwedBand[]; reader: OwedReader; from?: number; to?: number };

/** Those of the sentences from `from` up to `to`, as in `slice`. */
export function OwedSentences({ bands, reader, from = 0, to }: OwedSentencesProps) {
  const { i18n } = useLingui();
  return owedTexts(bands, reader, textsOf(i18n))
    .slice(from, to)
    .map(({ before, at, after }, index) => (
      <Fragment key={`${before}${after}`}>
        {index > 0 && ' '}
        {withWholeAmounts(before)}
        {at && <ZonedInstant at={at} />}
        {withWholeAmounts(after)}
      </Fragment>
    ));
}

/** No line ends between the sign and the figure. */
function withWholeAmounts(text: string): ReactNode {
  const [before, amount, after] = text.split(/((?:Rs|රු|ரூ)\. [\d,.]*\d)/);
  if (amount === undefined) return text;
  return (
    <>
      {before}
      <span style={{ whiteSpace: 'nowrap' }}>{amount}</span>
      {after}
    </>
  );
}
