import { Button, Skeleton } from '@mantine/core';
import { Mail, Phone } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { AnchorLink } from '#client/ui/links.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import classes from './contact-details.module.css';

/** Shown once is shown: going back and forth costs none of what somebody may see in an hour. */
const FOR_THIS_VISIT = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const;

export type ContactDetailsProps = { tutor: TutorProfileView };

/** Phone and email of a tutor: asked for by a call of their own, once they come into view. */
export function ContactDetails({ tutor }: ContactDetailsProps) {
  const box = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(box);
  const { data, error, isFetching, refetch } = trpc.tutors.contact.useQuery({ id: tutor.id }, { enabled: isSeen, ...FOR_THIS_VISIT });
  // Empty for others than the tutor and admins.
  const { email: ofAccount } = tutor.user;

  return (
    <div ref={box} className={classes.box} aria-busy={!data && !error}>
      {!data && !error && <Waiting />}
      {data && (
        <ul className={classes.list}>
          <Row icon={<Phone size={18} aria-hidden="true" />}>{data.phone ? <a href={`tel:${data.phone}`}>{data.phone}</a> : 'No phone'}</Row>
          <Row icon={<Mail size={18} aria-hidden="true" />}>{data.email ? <a href={`mailto:${data.email}`}>{data.email}</a> : 'No email'}</Row>
        </ul>
      )}
      {data && ofAccount !== '' && ofAccount !== data.email && (
        <p className={classes.note}>The account signs in with {ofAccount}, which others do not see.</p>
      )}
      {error && (
        <div className={classes.problem} role="status">
          <p>{errorMessageWithReason(error, 'Failed to fetch contact details. Please try again.')}</p>
          {toApiError(error)?.code === 'tutor.contact_limited' && <WayOut tutorId={tutor.id} />}
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        </div>
      )}
    </div>
  );
}

/** Behind one address there may be many people; a confirmed account is counted by itself. */
function WayOut({ tutorId }: { tutorId: string }) {
  const viewer = useViewer();
  if (viewer === null) {
    return (
      <p>
        Others on your network count towards this limit.{' '}
        <AnchorLink to="/login" search={{ redirect: `/tutors/${tutorId}` }}>
          Log in
        </AnchorLink>{' '}
        to have one of your own.
      </p>
    );
  }
  return viewer?.emailVerified === false ? <p>Confirm your email address to have a limit of your own, apart from others on your network.</p> : null;
}

function Row({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  );
}

/** As tall as what comes. */
function Waiting() {
  return (
    <div className={classes.list} aria-hidden="true">
      <div className={classes.row}>
        <Phone size={18} />
        <Skeleton height={14} width="8rem" />
      </div>
      <div className={classes.row}>
        <Mail size={18} />
        <Skeleton height={14} width="12rem" />
      </div>
    </div>
  );
}

/** Whether it has come into view; in a tab that nobody looks at, nothing does. */
function useSeen(box: { readonly current: HTMLElement | null }): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !box.current) return;
    const watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true), {
      rootMargin: '100px',
    });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [box, isSeen]);
  return isSeen;
}
