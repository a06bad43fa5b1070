import { Button } from '@mantine/core';
import { Avatar } from '#client/ui/avatar.tsx';
import { type Column, DataTable } from '#client/ui/data-table.tsx';
import { RatingSummary } from '#client/ui/rating-stars.tsx';
import type { TutorRow } from '#shared/contracts/verification.ts';
import { formatDay } from '#shared/domain/zone.ts';
import { CompletenessBar } from './completeness-bar.tsx';
import type { TutorAction } from './tutor-actions.ts';
import { TutorBadges } from './tutor-badges.tsx';
import { TutorMenu } from './tutor-menu.tsx';
import classes from './tutors-table.module.css';

export type TutorsTableProps = {
  rows: readonly TutorRow[];
  zone: string;
  isStale: boolean;
  canSuspend: boolean;
  onReview: (tutor: TutorRow) => void;
  onAct: (action: TutorAction, tutor: TutorRow) => void;
};

export function TutorsTable({ rows, zone, isStale, canSuspend, onReview, onAct }: TutorsTableProps) {
  const columns: Column<TutorRow>[] = [
    { name: 'Tutor', cell: (tutor) => <Who tutor={tutor} zone={zone} /> },
    { name: 'Subjects', cell: ({ subjects }) => subjectsIn(subjects) },
    {
      name: 'Verification',
      cell: ({ status, verificationStatus, changedAt }) => (
        <TutorBadges status={status} verificationStatus={verificationStatus} isChanged={changedAt !== null} />
      ),
    },
    { name: 'Complete', cell: ({ completeness }) => <CompletenessBar percentage={completeness} /> },
    { name: 'Rating', cell: ({ rating, totalReviews }) => <RatingSummary rating={rating} count={totalReviews} /> },
    {
      name: 'Actions',
      isPlain: true,
      cell: (tutor) => (
        <div className={classes.actions}>
          <Button variant="light" size="sm" aria-label={`Review ${tutor.user.name}`} onClick={() => onReview(tutor)}>
            Review
          </Button>
          <TutorMenu tutor={tutor} canSuspend={canSuspend} onAct={(action) => onAct(action, tutor)} />
        </div>
      ),
    },
  ];
  return <DataTable label="Tutors" columns={columns} rows={rows} isStale={isStale} />;
}

function Who({ tutor: { user, createdAt }, zone }: { tutor: TutorRow; zone: string }) {
  const { name, email, profileImage } = user;
  return (
    <span className={classes.who}>
      <Avatar name={name} src={profileImage} size={40} alt="" />
      <span>
        <strong>{name}</strong>
        <span className={classes.email}>{email}</span>
        <span className={classes.joined}>
          Joined <time dateTime={createdAt.toISOString()}>{formatDay(createdAt, zone)}</time>
        </span>
      </span>
    </span>
  );
}

const SHOWN = 2;

function subjectsIn(names: readonly string[]): string {
  if (names.length === 0) return 'None yet';
  const others = names.length - SHOWN;
  return others > 0 ? `${names.slice(0, SHOWN).join(', ')} +${others}` : names.join(', ');
}
