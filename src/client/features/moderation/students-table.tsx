import { ActionIcon, Badge, Box, Group, Stack, Text } from '@mantine/core';
import { CircleSlash, Eye, Mail, Phone, RotateCcw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHiddenColumns } from '#client/lib/hidden-columns.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { type Column, DataTable, type TableSort } from '#client/ui/data-table.tsx';
import { EmailText } from '#client/ui/email-text.tsx';
import { toTelUrl } from '#client/ui/format.ts';
import type { RowSelection } from '#client/ui/row-checkbox.tsx';
import { RowMenu } from '#client/ui/row-menu.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { StudentRow } from '#shared/contracts/students.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { formatDay } from '#shared/domain/zone.ts';
import { UNKNOWN_STUDENT } from '#shared/vocabulary/people.ts';
import classes from './students-table.module.css';

export type StudentAction = 'details' | 'status' | 'delete';

export type StudentsTableProps = {
  rows: readonly StudentRow[];
  isStale: boolean;
  tools: ReactNode;
  sort: TableSort;
  selection: RowSelection;
  onAction: (action: StudentAction, student: StudentRow) => void;
};

export const getName = ({ name }: Pick<StudentRow, 'name'>): string => name.trim() || UNKNOWN_STUDENT;

export function StudentsTable({ rows, isStale, tools, sort, selection, onAction }: StudentsTableProps) {
  const columns: Column<StudentRow>[] = [
    { name: 'Student', cell: (student) => <Student student={student} />, orders: [{ name: 'name', direction: 'ascending' }] },
    {
      name: 'Contact',
      cell: ({ email, phone }) => (
        <Box className={classes.contact}>
          <div>{email ? <EmailText address={email} /> : 'No email'}</div>
          <Box c="dimmed">{phone || 'No phone'}</Box>
        </Box>
      ),
    },
    {
      name: 'Activity',
      cell: ({ stats: { totalBookings, completedBookings, favoriteTutors } }) => (
        <div className={classes.counts} data-line>
          <div>{totalBookings === 1 ? '1 booking' : `${totalBookings} bookings`}</div>
          <Box c="dimmed">{`${completedBookings} completed`}</Box>
          <Box c="dimmed">{favoriteTutors === 1 ? '1 favorite' : `${favoriteTutors} favorites`}</Box>
        </div>
      ),
    },
    { name: 'Spending', isNumber: true, cell: ({ stats }) => formatRupees(stats.totalSpent) },
    { name: 'Actions', isPlain: true, cell: (student) => <Actions student={student} onAction={(action) => onAction(action, student)} /> },
  ];
  return (
    <DataTable
      label="Students"
      columns={columns}
      rows={rows}
      isStale={isStale}
      sort={sort}
      choice={useHiddenColumns('students')}
      tools={tools}
      selection={{ ...selection, nameOf: getName }}
    />
  );
}

function Student({ student }: { student: StudentRow }) {
  const { profileImage, createdAt, status } = student;
  const zone = useTimeZone();
  return (
    <Group gap="sm" wrap="nowrap" className={classes.student}>
      <Avatar name={getName(student)} src={profileImage} size={40} alt="" />
      <Stack gap={0} align="start">
        <Box fw={600}>{getName(student)}</Box>
        <Text size="xs" lh={1.45} c="dimmed">
          Joined <time dateTime={createdAt.toISOString()}>{formatDay(createdAt, zone)}</time>
        </Text>
        {status === 'suspended' && (
          <Badge color="red" variant="filled">
            Suspended
          </Badge>
        )}
      </Stack>
    </Group>
  );
}

function Actions({ student, onAction }: { student: StudentRow; onAction: (action: StudentAction) => void }) {
  const { email, phone, status } = student;
  const name = getName(student);
  const changeStatus =
    status === 'suspended'
      ? { label: 'Reinstate', icon: <RotateCcw size={18} />, onPress: () => onAction('status') }
      : { label: 'Suspend', icon: <CircleSlash size={18} />, isDangerous: true, onPress: () => onAction('status') };
  const remove = { label: 'Delete', icon: <Trash2 size={18} />, isDangerous: true, onPress: () => onAction('delete') };
  return (
    <Group gap={0} justify="end" wrap="nowrap">
      <ActionIcon className={classes.view} aria-label={`View details of ${name}`} title="View Details" onClick={() => onAction('details')}>
        <Eye size={20} aria-hidden="true" />
        <span className={classes.viewLabel}>View Details</span>
      </ActionIcon>
      {email !== '' && (
        <ActionIcon component="a" href={mailtoOf(email)} aria-label={`Send email to ${name}`} title="Send Email">
          <Mail size={20} aria-hidden="true" />
        </ActionIcon>
      )}
      {phone !== '' && (
        <ActionIcon component="a" href={toTelUrl(phone)} aria-label={`Call ${name}`} title="Call">
          <Phone size={20} aria-hidden="true" />
        </ActionIcon>
      )}
      <RowMenu label={`More about ${name}`} items={[changeStatus, remove]} />
    </Group>
  );
}

/** The @ stays as it is: some mail programs do not decode it. */
function mailtoOf(email: string): string {
  return `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;
}
