import { Button, Group, Stack, Text } from '@mantine/core';
import { BadgeX, Bell, CircleSlash, Copy, Phone, RotateCcw, Trash2, UserRound, XCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHiddenColumns } from '#client/lib/hidden-columns.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { type Column, DataTable, type TableSort } from '#client/ui/data-table.tsx';
import { EmailText } from '#client/ui/email-text.tsx';
import { toTelUrl } from '#client/ui/format.ts';
import { RatingSummary } from '#client/ui/rating-stars.tsx';
import type { RowSelection } from '#client/ui/row-checkbox.tsx';
import { RowMenu, type RowMenuItem } from '#client/ui/row-menu.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { TutorRow } from '#shared/contracts/verification.ts';
import { formatDay } from '#shared/domain/zone.ts';
import { copyEmail, type TutorAction } from './tutor-actions.ts';
import { CompletenessBar, TutorBadges } from './tutor-badges.tsx';

export type TutorsTableProps = {
  rows: readonly TutorRow[];
  isStale: boolean;
  tools: ReactNode;
  sort: TableSort;
  selection: RowSelection;
  onReview: (tutor: TutorRow) => void;
  onAct: (action: TutorAction, tutor: TutorRow) => void;
};

export function TutorsTable({ rows, isStale, tools, sort, selection, onReview, onAct }: TutorsTableProps) {
  const zone = useTimeZone();
  const columns: Column<TutorRow>[] = [
    { name: 'Tutor', cell: (tutor) => <TutorCell tutor={tutor} />, orders: [{ name: 'name', direction: 'ascending' }] },
    {
      name: 'Joined',
      cell: ({ createdAt }) => <time dateTime={createdAt.toISOString()}>{formatDay(createdAt, zone)}</time>,
      orders: [
        { name: 'newest', direction: 'descending' },
        { name: 'oldest', direction: 'ascending' },
      ],
    },
    { name: 'Subjects', cell: ({ subjects }) => formatSubjects(subjects) },
    {
      name: 'Verification',
      cell: ({ status, verificationStatus, changedAt, completeness }) => (
        <Stack gap={6} align="flex-start">
          <TutorBadges status={status} verificationStatus={verificationStatus} isChanged={changedAt !== null} />
          <CompletenessBar percentage={completeness} />
        </Stack>
      ),
    },
    {
      name: 'Rating',
      cell: ({ rating, totalReviews }) => (
        <div data-line>
          <RatingSummary rating={rating} count={totalReviews} />
        </div>
      ),
    },
    {
      name: 'Actions',
      isPlain: true,
      cell: (tutor) => (
        <Group gap={4} justify="end" wrap="nowrap">
          <Button
            variant="light"
            size="sm"
            flex={{ base: 1, md: '0 1 auto' }}
            aria-label={`Review ${tutor.user.name}`}
            onClick={() => onReview(tutor)}
          >
            Review
          </Button>
          <RowMenu label={`More about ${tutor.user.name}`} items={getMenuItems(tutor, (action) => onAct(action, tutor))} />
        </Group>
      ),
    },
  ];
  return (
    <DataTable
      label="Tutors"
      columns={columns}
      rows={rows}
      isStale={isStale}
      sort={sort}
      choice={useHiddenColumns('tutors')}
      tools={tools}
      selection={{ ...selection, nameOf: ({ user }) => user.name }}
    />
  );
}

function TutorCell({ tutor: { user } }: { tutor: TutorRow }) {
  const { name, email, profileImage } = user;
  return (
    <Group component="span" gap="sm" wrap="nowrap" miw={{ base: 0, md: '12rem' }}>
      <Avatar name={name} src={profileImage} size={40} alt="" />
      <Stack component="span" gap={0}>
        <Text span inherit fw={600}>
          {name}
        </Text>
        <Text span c="dimmed" size="xs" lh={1.45}>
          <EmailText address={email} />
        </Text>
      </Stack>
    </Group>
  );
}

const MAX_SUBJECTS = 2;

function formatSubjects(names: readonly string[]): string {
  if (names.length === 0) return 'None yet';
  const others = names.length - MAX_SUBJECTS;
  return others > 0 ? `${names.slice(0, MAX_SUBJECTS).join(', ')} +${others}` : names.join(', ');
}

function getMenuItems({ id, user, phone, isVerified, isComplete, status }: TutorRow, onAct: (action: TutorAction) => void): RowMenuItem[] {
  return [
    { label: 'View Profile', icon: <UserRound size={18} />, href: `/tutor/${id}`, opensTab: true },
    ...(phone === '' ? [] : [{ label: 'Call', icon: <Phone size={18} />, href: toTelUrl(phone) }]),
    { label: 'Copy email', icon: <Copy size={18} />, onPress: () => void copyEmail(user.email) },
    ...(isComplete ? [] : [{ label: 'Remind', icon: <Bell size={18} />, onPress: () => onAct('remind') }]),
    isVerified
      ? { label: 'Unverify', icon: <BadgeX size={18} />, onPress: () => onAct('unverify') }
      : { label: 'Reject', icon: <XCircle size={18} />, onPress: () => onAct('reject') },
    status === 'suspended'
      ? { label: 'Reinstate', icon: <RotateCcw size={18} />, onPress: () => onAct('status') }
      : { label: 'Suspend', icon: <CircleSlash size={18} />, isDangerous: true, onPress: () => onAct('status') },
    { label: 'Delete', icon: <Trash2 size={18} />, isDangerous: true, onPress: () => onAct('delete') },
  ];
}
