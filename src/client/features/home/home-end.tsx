import { Trans, useLingui } from '@lingui/react/macro';
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

function CallToAction() {
  const { t } = useLingui();
  const { appName } = pageConfig();
  const viewer = useViewer();
  const isVisitor = viewer === null;
  const howTo = isVisitor
    ? t`Browse without an account. You only need one to request a session.`
    : t`Search by subject, topic or town, and request a time that suits you.`;

  return (
    <section aria-label={t`Next step`} className={classes.panels}>
      {viewer?.role === 'tutor' ? (
        <Panel title={t`Your students are waiting`} text={t`See who has requested a session, and reply while the time still suits them.`}>
          <ButtonLink to="/tutor/bookings" size="lg">
            <Trans>My Bookings</Trans>
          </ButtonLink>
        </Panel>
      ) : (
        <Panel title={t`Ready to learn?`} text={howTo}>
          <ButtonLink to="/tutors" size="lg">
            <Trans>Find Tutors</Trans>
          </ButtonLink>
          {isVisitor && (
            <ButtonLink to="/register" size="lg" variant="default">
              <Trans>Create an account</Trans>
            </ButtonLink>
          )}
        </Panel>
      )}
      {isVisitor && (
        <Panel
          title={t`Teach on ${appName}`}
          text={t`Set your own price and hours. It is free at the moment, and students pay you directly.`}
          isQuiet
        >
          <ButtonLink to="/register" search={{ role: 'tutor' }} size="lg" variant="default">
            <Trans>Become a tutor</Trans>
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
