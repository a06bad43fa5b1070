import { Container } from '@mantine/core';
import { ScrollTopButton } from '#client/ui/scroll-top-button.tsx';
import { CallToAction } from './call-to-action.tsx';
import { Questions } from './questions.tsx';

export function HomeEnd() {
  return (
    <>
      <Container>
        <Questions />
      </Container>
      <Container>
        <CallToAction />
      </Container>
      <ScrollTopButton />
    </>
  );
}
