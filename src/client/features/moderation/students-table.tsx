import { Badge } from '@mantine/core';
import { CircleSlash, Eye, Mail, Phone, RotateCcw, Trash2 } from 'lucide-react';
import { Avatar } from '#client/ui/avatar.tsx';
import { type Column, DataTable } from '#client/ui/data-table.tsx';
import { RowMenu } from '#client/ui/row-menu.tsx';
import type { StudentRow } from '#shared/contracts/students.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { formatDay } from '#shared/domain/zone.ts';
import { bookingsText, completedText, favouritesText, NO_EMAIL, NO_PHONE, nameOf, telephone } from './student-words.ts';
import classes from './students-table.module.css';

export type StudentAction = 'details' | 'status' | 'delete';

export type StudentsTableProps = {
  rows: readonly StudentRow[];
  zone: string;
  isStale: boolean;
  onAct: (action: StudentAction, student: StudentRow) => void;
};

export function StudentsTable({ rows, zone, isStale, onAct }: StudentsTableProps) {
  const columns: Column<StudentRow>[] = [
    { name: 'Student', cell: (student) => <Who student={student} zone={zone} /> },
    {
      name: 'Contact',
      cell: ({ email, phone }) => (
        <span className={classes.lines} data-wide>
          <span>{email || NO_EMAIL}</span>
          <span className={classes.muted}>{phone || NO_PHONE}</span>
        </span>
      ),
    },
    {
      name: 'Activity',
      cell: ({ stats }) => (
        <span className={classes.lines} data-figures>
          <span>{bookingsText(stats.totalBookings)}</span>
          <span className={classes.muted}>{completedText(stats.completedBookings)}</span>
          <span className={classes.muted}>{favouritesText(stats.favoriteTutors)}</span>
        </span>
      ),
    },
    { name: 'Spending', isNumber: true, cell: ({ stats }) => formatRupees(stats.totalSpent) },
    { name: 'Actions', isPlain: true, cell: (student) => <Actions student={student} onAct={(action) => onAct(action, student)} /> },
  ];
  return <DataTable label="Students" columns={columns} rows={rows} isStale={isStale} />;
}

function Who({ student, zone }: { student: StudentRow; zone: string }) {
  const { profileImage, createdAt, status } = student;
  return (
    <span className={classes.who}>
      <Avatar name={nameOf(student)} src={profileImage} size={40} alt="" />
      <span>
        <strong>{nameOf(student)}</strong>
        <span className={classes.joined}>
          Joined <time dateTime={createdAt.toISOString()}>{formatDay(createdAt, zone)}</time>
        </span>
        {status === 'suspended' && (
          <Badge color="red" variant="filled">
            Suspended
          </Badge>
        )}
      </span>
    </span>
  );
}

function Actions({ student, onAct }: { student: StudentRow; onAct: (action: StudentAction) => void }) {
  const { email, phone, status } = student;
  const name = nameOf(student);
  const change =
    status === 'suspended'
      ? { label: 'Reinstate', icon: <RotateCcw size={18} />, onPress: () => onAct('status') }
      : { label: 'Suspend', icon: <CircleSlash size={18} />, isDangerous: true, onPress: () => onAct('status') };
  const remove = { label: 'Delete', icon: <Trash2 size={18} />, isDangerous: true, onPress: () => onAct('delete') };
  return (
    <div className={classes.actions}>
      <button type="button" className={classes.view} aria-label={`View details of ${name}`} title="View Details" onClick={() => onAct('details')}>
        <Eye size={20} aria-hidden="true" />
        <span>View Details</span>
      </button>
      {email !== '' && (
        <a className={classes.link} href={mailtoOf(email)} aria-label={`Send email to ${name}`} title="Send Email">
          <Mail size={20} aria-hidden="true" />
        </a>
      )}
      {phone !== '' && (
        <a className={classes.link} href={telephone(phone)} aria-label={`Call ${name}`} title="Call">
          <Phone size={20} aria-hidden="true" />
        </a>
      )}
      <RowMenu label={`More about ${name}`} items={[change, remove]} />
    </div>
  );
}

/** The @ between the two parts stays as it is: some mail programs do not decode it. */
function mailtoOf(email: string): string {
  return `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;
}
