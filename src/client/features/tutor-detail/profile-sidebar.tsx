import { Clock, Mail, Phone, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import classes from './profile-sidebar.module.css';

export type ProfileSidebarProps = {
  tutor: TutorProfileView;
  availability: ReactNode;
  /** The way to a conversation. */
  message?: ReactNode;
  report?: ReactNode;
};

export function ProfileSidebar({ tutor, availability, message, report }: ProfileSidebarProps) {
  const { phone } = tutor;
  const { email } = tutor.user;

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
        <ul className={classes.contact}>
          <li>
            <Phone size={18} aria-hidden="true" />
            {phone ? <a href={`tel:${phone}`}>{phone}</a> : <span>No phone</span>}
          </li>
          <li>
            <Mail size={18} aria-hidden="true" />
            {email ? <a href={`mailto:${email}`}>{email}</a> : <span>No email</span>}
          </li>
        </ul>
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
