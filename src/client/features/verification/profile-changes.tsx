import { VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import type { VerificationView } from '#shared/contracts/verification.ts';
import { type ListDifference, profileDifference } from '#shared/domain/profile-difference.ts';
import { DocumentList } from './document-list.tsx';
import classes from './profile-changes.module.css';
import { educationWords, experienceWords, numbered } from './profile-words.ts';

export type ProfileChangesProps = { profile: TutorProfileView; verification: VerificationView; zone: string };

/** What is otherwise than it was approved: entry by entry, and the documents of then and now. */
export function ProfileChanges({ profile, verification: { approval, changedAt }, zone }: ProfileChangesProps) {
  const id = useId();
  return (
    <section className={classes.changes} aria-labelledby={id}>
      <h3 id={id}>Changed since verification</h3>
      {changedAt && (
        <p className={classes.since}>
          Since <ZonedInstant at={changedAt} zone={zone} />
          {approval && (
            <>
              {approval.approvedBy === '' ? '; approved on ' : `; approved by ${approval.approvedBy} on `}
              <ZonedInstant at={approval.approvedAt} zone={zone} />
            </>
          )}
        </p>
      )}
      {approval ? (
        <Difference profile={profile} approval={approval} zone={zone} />
      ) : (
        <p>No copy of what was approved was kept. Please look at the whole profile.</p>
      )}
    </section>
  );
}

type DifferenceProps = { profile: TutorProfileView; approval: NonNullable<VerificationView['approval']>; zone: string };

function Difference({ profile, approval, zone }: DifferenceProps) {
  const { education, experience, documents } = profileDifference<
    TutorProfileView['education'][number],
    TutorProfileView['experience'][number],
    (typeof approval.documents)[number]
  >(approval, profile);
  const marked = [
    ...documents.added.map((document) => ({ ...document, mark: 'Added' as const })),
    ...documents.removed.map((document) => ({ ...document, mark: 'Removed' as const })),
  ];
  return (
    <>
      <Entries title="Education" difference={education} wordsOf={educationWords} />
      <Entries title="Experience" difference={experience} wordsOf={experienceWords} />
      {marked.length > 0 && (
        <div>
          <h4>Documents</h4>
          <DocumentList tutorId={profile.id} documents={marked} zone={zone} />
        </div>
      )}
    </>
  );
}

type EntriesProps<T> = { title: string; difference: ListDifference<T>; wordsOf: (entry: T) => string };

function Entries<T>({ title, difference: { added, removed, changed, isReordered }, wordsOf }: EntriesProps<T>) {
  if (added.length + removed.length + changed.length === 0 && !isReordered) return null;
  return (
    <div>
      <h4>{title}</h4>
      <ul className={classes.entries}>
        {changed.map(({ before, after }) => (
          <li key={`${wordsOf(before)} ${wordsOf(after)}`} data-mark="changed">
            <strong>Changed</strong>
            <span>
              <VisuallyHidden>Before: </VisuallyHidden>
              <del>{wordsOf(before)}</del>
              <br />
              <VisuallyHidden>Now: </VisuallyHidden>
              <ins>{wordsOf(after)}</ins>
            </span>
          </li>
        ))}
        {numbered(added.map(wordsOf)).map(({ key, words }) => (
          <li key={key} data-mark="added">
            <strong>Added</strong>
            <ins>{words}</ins>
          </li>
        ))}
        {numbered(removed.map(wordsOf)).map(({ key, words }) => (
          <li key={key} data-mark="removed">
            <strong>Removed</strong>
            <del>{words}</del>
          </li>
        ))}
      </ul>
      {isReordered && <p>The same entries stand in another order.</p>}
    </div>
  );
}
