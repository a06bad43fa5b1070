import { Clock, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import classes from './profile-sidebar.module.css';

export type ProfileSidebarProps = {
  tutor: TutorProfileView;
  availability: ReactNode;
  /** Phone and email. */
  contact: ReactNode;
  /** The way to a conversation. */
  message?: ReactNode;
  report?: ReactNode;
};

export function ProfileSidebar({ tutor, availability, contact, message, report }: ProfileSidebarProps) {
  return (
    <aside className={classes.sidebar} aria-label="Contact and availability">
      <Box title="Availability">{availability}</Box>

      <Box title="Verification">
        <p className={classes.status} data-verified={tutor.isVerified || undefined}>
          {tutor.isVerified ? <ShieldCheck size={22} aria-hidden="true" /> : <Clock size={22} aria-hidden="true" />}
          {tutor.isVerified ? 'Verified Tutor' : 'Verification Pending'}
        </p>
        <p className={classes.note}>
          {tutor.isVerified
            ? 'Our team has checked the documents, education and experience of this tutor.'
            : 'Our team has not checked the documents of this tutor yet.'}
        </p>
      </Box>

      <Box title="Contact">
        <div className={classes.contact}>{contact}</div>
        {message}
      </Box>

      <div className={classes.report}>{report}</div>
    </aside>
  );
}

type BoxProps = { title: string; children: ReactNode };

function Box({ title, children }: BoxProps) {
  return (
    <section className={classes.box}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
