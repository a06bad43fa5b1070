import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import type { StudentRow } from '#shared/contracts/students.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import classes from './student-details.module.css';
import { NOT_PROVIDED, nameOf } from './student-words.ts';

export type StudentDetailsProps = { student: StudentRow; zone: string; opened: boolean; onClose: () => void };

/** All that the table knows of a student. Import it only on demand: it brings the code of dialogs. */
export function StudentDetails({ student, zone, opened, onClose }: StudentDetailsProps) {
  const { email, phone, profileImage, status, stats, createdAt, updatedAt } = student;
  useCloseOnBack(opened, onClose);
  return (
    <Dialog opened={opened} title="Student Details" size="lg" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <div className={classes.details}>
        <Part title="Personal Information" photo={<Avatar name={nameOf(student)} src={profileImage} size={64} alt="" />}>
          <Fact name="Name" value={nameOf(student)} />
          <Fact name="Email" value={email || NOT_PROVIDED} />
          <Fact name="Phone" value={phone || NOT_PROVIDED} />
        </Part>
        <Part title="Activity Statistics">
          <Fact name="Total bookings" value={stats.totalBookings} />
          <Fact name="Completed bookings" value={stats.completedBookings} />
          <Fact name="Favourite tutors" value={stats.favoriteTutors} />
          <Fact name="Total spent" value={formatRupees(stats.totalSpent)} />
        </Part>
        <Part title="Account Information">
          <Fact name="Status" value={status === 'suspended' ? 'Suspended' : 'Active'} />
          <Fact name="Created" value={<time dateTime={createdAt.toISOString()}>{formatInstant(createdAt, zone)}</time>} />
          <Fact name="Last updated" value={<time dateTime={updatedAt.toISOString()}>{formatInstant(updatedAt, zone)}</time>} />
        </Part>
      </div>
    </Dialog>
  );
}

function Part({ title, photo, children }: { title: string; photo?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {photo}
      <dl>{children}</dl>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
