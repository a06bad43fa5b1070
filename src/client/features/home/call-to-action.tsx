import type { ReactNode } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import classes from './call-to-action.module.css';

const FOR_VISITORS = 'Look around without an account. You need one only to send a request.';
const FOR_OTHERS = 'Search by subject, topic or town, and ask for an hour that suits you.';

/** The next step: for students and visitors to search, for tutors their requests, for visitors to join. */
export function CallToAction() {
  const { appName } = pageConfig();
  const viewer = useViewer();
  const isVisitor = viewer === null;

  return (
    <section aria-label="Next step" className={classes.next}>
      {viewer?.role === 'tutor' ? (
        <Panel title="Your students are waiting" text="See who has asked for an hour, and answer while the time suits them.">
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
        <Panel title={`Teach on ${appName}`} text="Set your own price and hours. It costs you nothing at present, and students pay you directly.">
          <ButtonLink to="/register" size="lg" variant="default">
            Become a tutor
          </ButtonLink>
        </Panel>
      )}
    </section>
  );
}

function Panel({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={classes.panel}>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className={classes.steps}>{children}</div>
    </div>
  );
}
