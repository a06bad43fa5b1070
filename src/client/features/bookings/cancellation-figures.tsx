import type { ReactNode } from 'react';
import { useId } from 'react';
import { formatRupees } from '#shared/domain/money.ts';
import classes from './cancellation-figures.module.css';

export type CancellationFiguresProps = {
  /** In rupees. */
  refund: number;
  tutorShare: number;
  platformFee: number;
  children?: ReactNode;
};

/** What a cancellation gives to whom. */
export function CancellationFigures({ refund, tutorShare, platformFee, children }: CancellationFiguresProps) {
  const headingId = useId();
  return (
    <section className={classes.money} aria-labelledby={headingId}>
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
