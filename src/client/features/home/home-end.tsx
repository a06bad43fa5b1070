import { Container, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { ScrollTopButton } from '#client/ui/scroll-top-button.tsx';
import classes from './home-end.module.css';
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

const FOR_VISITORS = 'Browse without an account. You only need one to request a session.';
const FOR_OTHERS = 'Search by subject, topic or town, and request a time that suits you.';

function CallToAction() {
  const { appName } = pageConfig();
  const viewer = useViewer();
  const isVisitor = viewer === null;

  return (
    <section aria-label="Next step" className={classes.panels}>
      {viewer?.role === 'tutor' ? (
        <Panel title="Your students are waiting" text="See who has requested a session, and reply while the time still suits them.">
          <ButtonLink to="/tutor/bookings" size="lg">
            My Bookings
          </ButtonLink>
        </Panel>
      ) : (
        <Panel title="Ready to learn?" text={isVisitor ? FOR_VISITORS : FOR_OTHERS}>
          <ButtonLink to="/tutors" size="lg">
            Find Tutors
          </ButtonLink>
          {isVisitor && (
            <ButtonLink to="/register" size="lg" variant="default">
              Create an account
            </ButtonLink>
          )}
        </Panel>
      )}
      {isVisitor && (
        <Panel title={`Teach on ${appName}`} text="Set your own price and hours. It is free at the moment, and students pay you directly." isQuiet>
          <ButtonLink to="/register" search={{ role: 'tutor' }} size="lg" variant="default">
            Become a tutor
          </ButtonLink>
        </Panel>
      )}
    </section>
  );
}

type PanelProps = { title: string; text: string; isQuiet?: boolean; children: ReactNode };

function Panel({ title, text, isQuiet = false, children }: PanelProps) {
  return (
    <div className={classes.panel} data-quiet={isQuiet || undefined}>
      <Title order={2} size="h3">
        {title}
      </Title>
      <p>{text}</p>
      <div className={classes.buttons}>{children}</div>
    </div>
  );
}
