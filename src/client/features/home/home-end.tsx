import { ScrollTopButton } from '#client/ui/scroll-top-button.tsx';
import { CallToAction } from './call-to-action.tsx';
import { Questions } from './questions.tsx';

/** What nobody sees before scrolling; its code comes after the first paint. */
export function HomeEnd() {
  return (
    <>
      <Questions />
      <CallToAction />
      <ScrollTopButton />
    </>
  );
}
