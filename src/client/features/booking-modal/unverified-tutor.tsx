import { ShieldQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import classes from './notice.module.css';

/** What it means that a tutor is not verified, with what is asked of the student because of it. */
export function UnverifiedTutor({ children }: { children?: ReactNode }) {
  const { appName, unverifiedHomeVisits } = pageConfig();
  return (
    <section className={classes.notice} aria-label="Not verified yet">
      <ShieldQuestionMark size={20} aria-hidden="true" />
      <div className={classes.words}>
        <p className={classes.title}>Not verified yet</p>
        <p>
          {`${appName} has not checked this tutor's documents, education and experience yet.`}
          {!unverifiedHomeVisits && ' Until then only online sessions can be booked.'}
        </p>
        {children}
      </div>
    </section>
  );
}
