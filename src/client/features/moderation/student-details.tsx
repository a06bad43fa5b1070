import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { StudentRow } from '#shared/contracts/students.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import { getName } from './students-table.tsx';

const NOT_PROVIDED = 'Not provided';

export type StudentDetailsProps = { student: StudentRow; opened: boolean; onClose: () => void };

export function StudentDetails({ student, opened, onClose }: StudentDetailsProps) {
  const { email, phone, profileImage, status, stats, createdAt, updatedAt } = student;
  const zone = useTimeZone();
  return (
    <Dialog opened={opened} title="Student Details" size="lg" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <Stack gap="lg">
        <Part title="Personal Information" photo={<Avatar name={getName(student)} src={profileImage} size={64} alt="" />}>
          <Fact label="Name">{getName(student)}</Fact>
          <Fact label="Email">{email || NOT_PROVIDED}</Fact>
          <Fact label="Phone">{phone || NOT_PROVIDED}</Fact>
        </Part>
        <Part title="Activity Statistics" hasLine>
          <Fact label="Total bookings">{stats.totalBookings}</Fact>
          <Fact label="Completed bookings">{stats.completedBookings}</Fact>
          <Fact label="Favorite tutors">{stats.favoriteTutors}</Fact>
          <Fact label="Total spent">{formatRupees(stats.totalSpent)}</Fact>
        </Part>
        <Part title="Account Information" hasLine>
          <Fact label="Status">{status === 'suspended' ? 'Suspended' : 'Active'}</Fact>
          <Fact label="Created">
            <time dateTime={createdAt.toISOString()}>{formatInstant(createdAt, zone)}</time>
          </Fact>
          <Fact label="Last updated">
            <time dateTime={updatedAt.toISOString()}>{formatInstant(updatedAt, zone)}</time>
          </Fact>
        </Part>
      </Stack>
    </Dialog>
  );
}

type PartProps = { title: string; hasLine?: boolean; photo?: ReactNode; children: ReactNode };

function Part({ title, hasLine = false, photo, children }: PartProps) {
  return (
    <Stack component="section" gap="sm" {...(hasLine && { pt: 'lg', style: { borderTop: '1px solid var(--vidya-border)' } })}>
      <Text component="h3" fw={700}>
        {title}
      </Text>
      {photo}
      <Facts labelWidth="13rem">{children}</Facts>
    </Stack>
  );
}
