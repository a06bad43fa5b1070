import { VisuallyHidden } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeft, ChevronRight, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { ActionBar } from '#client/ui/action-bar.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty } from '#client/ui/page-state.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { BookButton, type Booking } from './book-button.tsx';
import classes from './profile-page.module.css';
import { rateLines } from './rates.ts';

export type ProfileFrameProps = {
  name?: string;
  /** Where the search is, as it was left. */
  tutors?: LinkProps;
  children: ReactNode;
};

const TUTORS = { to: '/tutors' } as const satisfies LinkProps;

/** The way back, the breadcrumb, and room for the profile; the name stands in a heading of its own. */
export function ProfileFrame({ name, tutors = TUTORS, children }: ProfileFrameProps) {
  return (
    <div className={classes.page}>
      <div className={classes.way}>
        <Link {...tutors} className={classes.back}>
          <ArrowLeft size={18} aria-hidden="true" />
          Back to tutors
        </Link>
        {name && (
          <nav aria-label="Breadcrumb">
            <ol className={classes.crumbs}>
              <li>
                <Link {...tutors} activeOptions={{ exact: true }}>
                  Tutors
                </Link>
              </li>
              <li aria-current="page">
                <ChevronRight size={16} aria-hidden="true" />
                <span className={classes.here}>{name}</span>
              </li>
            </ol>
          </nav>
        )}
      </div>
      {!name && (
        <VisuallyHidden>
          <h1>Tutor profile</h1>
        </VisuallyHidden>
      )}
      {children}
    </div>
  );
}

export type ProfileLayoutProps = { header: ReactNode; tabs: ReactNode; sidebar: ReactNode };

export function ProfileLayout({ header, tabs, sidebar }: ProfileLayoutProps) {
  return (
    <>
      {header}
      <div className={classes.columns}>
        <div className={classes.main}>{tabs}</div>
        {sidebar}
      </div>
    </>
  );
}

export type StickyBookingProps = { tutor: TutorProfileView; booking: Booking };

/** On phones the price and the button stay within reach of the thumb. */
export function StickyBooking({ tutor, booking }: StickyBookingProps) {
  const [rate] = rateLines(tutor.subjects);
  return (
    <div className={classes.sticky}>
      <ActionBar>
        {rate && !booking.problem && (
          <p className={classes.price}>
            <span>{rate.label}</span>
            <strong>{rate.amount}</strong>
          </p>
        )}
        <div className={classes.stickyButton}>
          <BookButton booking={booking} />
        </div>
      </ActionBar>
    </div>
  );
}

export function TutorNotFound() {
  return (
    <Empty
      icon={<UserX size={26} />}
      title="Tutor Not Found"
      text="This profile does not exist, or it is no longer shown."
      action={<ButtonLink to="/tutors">Find Tutors</ButtonLink>}
    />
  );
}
