export { CancellationTerms } from './cancellation-terms.tsx';
