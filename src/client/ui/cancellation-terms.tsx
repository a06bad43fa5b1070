import { type ReactNode, useId } from 'react';
import { formatRupees } from '#shared/domain/money.ts';
import classes from './cancellation-terms.module.css';

export type CancellationTermsProps = {
  /** In rupees. */
  refund: number;
  tutorShare: number;
  platformFee: number;
  /** Gives the room around the figures and between them. */
  className: string | undefined;
  children?: ReactNode;
};

/** What a cancellation gives to whom. */
export function CancellationTerms({ refund, tutorShare, platformFee, className, children }: CancellationTermsProps) {
  const headingId = useId();
  return (
    <section className={`${classes.terms} ${className}`} aria-labelledby={headingId}>
      <h3 id={headingId}>Under our cancellation terms</h3>
      <dl>
        <Figure name="Refundable to the student" rupees={refund} />
        <Figure name="Due to the tutor" rupees={tutorShare} />
        <Figure name="Platform fee" rupees={platformFee} />
      </dl>
      {children}
    </section>
  );
}

function Figure({ name, rupees }: { name: string; rupees: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatRupees(rupees)}</dd>
    </div>
  );
}
