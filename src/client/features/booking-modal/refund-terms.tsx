import { nextShareChange, type RefundShare, refundShare } from '#shared/domain/cancellation.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import classes from './booking-modal.module.css';

export type RefundTermsProps = { start: Date; now: Date; zone: string };

/** What a cancellation would give back, once the tutor has confirmed, and until when. */
export function RefundTerms({ start, now, zone }: RefundTermsProps) {
  return (
    <section className={classes.terms} aria-label="Cancellation terms">
      <p>If you cancel a request that your tutor has not confirmed yet, the whole price is refundable. Once it is confirmed:</p>
      <ul>
        {bandsOf(start, now).map(({ share, until }) => (
          <li key={share}>{bandInWords(share, until && formatInstant(until, zone))}</li>
        ))}
      </ul>
    </section>
  );
}

type Band = { share: RefundShare; until: Date | null };

/** By the function that the server asks, from now to the start. */
function bandsOf(startTime: Date, now: Date): Band[] {
  const bands: Band[] = [];
  for (let at: Date | null = now; at; ) {
    const moment = { by: 'student', status: 'confirmed', startTime, now: at } as const;
    const next = nextShareChange(moment);
    bands.push({ share: refundShare(moment), until: next?.at ?? null });
    at = next?.at ?? null;
  }
  return bands;
}

function bandInWords(share: RefundShare, until: string | null): string {
  if (share === 1) return `Cancelled before ${until}: the whole price is refundable.`;
  if (share === 0.5) return `Cancelled until ${until}: half of the price is refundable.`;
  return 'Cancelled later: nothing is refundable.';
}
