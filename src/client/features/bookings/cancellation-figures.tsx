import { CancellationTerms, type CancellationTermsProps } from '#client/ui/cancellation-terms.tsx';
import classes from './cancellation-figures.module.css';

export type CancellationFiguresProps = Omit<CancellationTermsProps, 'className'>;

/** What a cancellation gives to whom, in the narrow room of a booking. */
export function CancellationFigures(props: CancellationFiguresProps) {
  return <CancellationTerms className={classes.money} {...props} />;
}
