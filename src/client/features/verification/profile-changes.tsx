import { Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import type { VerificationView } from '#shared/contracts/verification.ts';
import { type ListDifference, profileDifference } from '#shared/domain/profile-difference.ts';
import { DocumentList } from './document-list.tsx';
import classes from './verification-modal.module.css';
import { formatEducation, formatExperience, withKeys } from './verification-text.ts';

export type ProfileChangesProps = { profile: TutorProfileView; verification: VerificationView };

export function ProfileChanges({ profile, verification: { approval, changedAt } }: ProfileChangesProps) {
  const id = useId();
  return (
    <Paper component="section" p="md" radius="md" bg="var(--vidya-sunken)" bd="1px solid var(--vidya-accent)" aria-labelledby={id}>
      <Stack gap="sm">
        <Title order={3} size="h4" id={id}>
          Changed since verification
        </Title>
        {changedAt && (
          <Text size="sm">
            Since <ZonedInstant at={changedAt} />
            {approval && (
              <>
                {approval.approvedBy === '' ? '; approved on ' : `; approved by ${approval.approvedBy} on `}
                <ZonedInstant at={approval.approvedAt} />
              </>
            )}
          </Text>
        )}
        {approval ? (
          <Difference profile={profile} approval={approval} />
        ) : (
          <p>There is no copy of what was approved. Please look at the whole profile.</p>
        )}
      </Stack>
    </Paper>
  );
}

type DifferenceProps = { profile: TutorProfileView; approval: NonNullable<VerificationView['approval']> };

function Difference({ profile, approval }: DifferenceProps) {
  const { education, experience, documents } = profileDifference<
    TutorProfileView['education'][number],
    TutorProfileView['experience'][number],
    (typeof approval.documents)[number]
  >(approval, profile);
  const changedDocuments = [
    ...documents.added.map((document) => ({ ...document, mark: 'Added' as const })),
    ...documents.removed.map((document) => ({ ...document, mark: 'Removed' as const })),
  ];
  return (
    <>
      <Entries title="Education" difference={education} format={formatEducation} />
      <Entries title="Experience" difference={experience} format={formatExperience} />
      {changedDocuments.length > 0 && (
        <Part title="Documents">
          <DocumentList tutorId={profile.id} documents={changedDocuments} />
        </Part>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Text component="h4" fw={700} mb={4}>
        {title}
      </Text>
      {children}
    </div>
  );
}

type EntriesProps<T> = { title: string; difference: ListDifference<T>; format: (entry: T) => string };

function Entries<T>({ title, difference: { added, removed, changed, isReordered }, format }: EntriesProps<T>) {
  if (added.length + removed.length + changed.length === 0 && !isReordered) return null;
  return (
    <Part title={title}>
      <Stack component="ul" gap="xs">
        {changed.map(({ before, after }) => (
          <Entry key={`${format(before)} ${format(after)}`} mark="Changed" color="var(--vidya-warning-ink)">
            <VisuallyHidden>Before: </VisuallyHidden>
            <del>{format(before)}</del>
            <br />
            <VisuallyHidden>Now: </VisuallyHidden>
            <ins>{format(after)}</ins>
          </Entry>
        ))}
        {withKeys(added.map(format)).map(({ key, text }) => (
          <Entry key={key} mark="Added" color="var(--vidya-success-ink)">
            <ins>{text}</ins>
          </Entry>
        ))}
        {withKeys(removed.map(format)).map(({ key, text }) => (
          <Entry key={key} mark="Removed" color="var(--vidya-danger-ink)">
            <del>{text}</del>
          </Entry>
        ))}
      </Stack>
      {isReordered && <p>The same entries, in another order.</p>}
    </Part>
  );
}

function Entry({ mark, color, children }: { mark: string; color: string; children: ReactNode }) {
  return (
    <li className={classes.entry}>
      <Text span fw={700} c={color}>
        {mark}
      </Text>
      <span>{children}</span>
    </li>
  );
}
