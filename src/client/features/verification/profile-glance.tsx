import { Button } from '@mantine/core';
import { Copy, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { RatingSummary } from '#client/ui/rating-stars.tsx';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import type { VerificationView } from '#shared/contracts/verification.ts';
import { formatDay } from '#shared/domain/zone.ts';
import { SOCIAL_SITES } from '#shared/vocabulary/people.ts';
import { DocumentList } from './document-list.tsx';
import classes from './profile-glance.module.css';
import { educationWords, experienceWords, modesWords, numbered } from './profile-words.ts';
import { copyEmail } from './tell.ts';
import { TutorBadges } from './tutor-badges.tsx';
import { MEDIUMS, telephone } from './verification-words.ts';

export type ProfileGlanceProps = { profile: TutorProfileView; verification: VerificationView; zone: string };

/** The person and all that is to be checked. */
export function ProfileGlance({ profile, verification, zone }: ProfileGlanceProps) {
  const { user, phone, verificationDate, rejectionReason } = profile;
  return (
    <div className={classes.glance}>
      <div className={classes.who}>
        <Avatar name={user.name} src={user.profileImage} size={64} alt="" />
        <div>
          <p className={classes.name}>{user.name}</p>
          <p className={classes.email}>{user.email}</p>
          <TutorBadges status={profile.status} verificationStatus={profile.verificationStatus} isChanged={verification.changedAt !== null} />
        </div>
        <div className={classes.contact}>
          {phone !== '' && (
            <Button component="a" href={telephone(phone)} variant="default" size="sm" leftSection={<Phone size={16} aria-hidden="true" />}>
              Call {phone}
            </Button>
          )}
          <Button variant="default" size="sm" leftSection={<Copy size={16} aria-hidden="true" />} onClick={() => void copyEmail(user.email)}>
            Copy email
          </Button>
          <ButtonLink to="/tutor/$id" params={{ id: profile.id }} target="_blank" rel="noopener" variant="default" size="sm">
            View Profile
          </ButtonLink>
        </div>
      </div>

      {rejectionReason !== '' && (
        <p className={classes.rejection}>
          <strong>Reason for the rejection:</strong> {rejectionReason}
        </p>
      )}

      <dl className={classes.facts}>
        <Fact name="Joined">{formatDay(profile.createdAt, zone)}</Fact>
        {verificationDate && <Fact name={profile.isVerified ? 'Verified' : 'Decided'}>{<ZonedInstant at={verificationDate} zone={zone} />}</Fact>}
        {verification.remindedAt && <Fact name="Reminded">{<ZonedInstant at={verification.remindedAt} zone={zone} />}</Fact>}
        <Fact name="Gender">{profile.gender}</Fact>
        <Fact name="Rating">{<RatingSummary rating={profile.rating} count={profile.totalReviews} />}</Fact>
        <Fact name="Locations">{profile.availableLocations || 'Location not specified'}</Fact>
        <Fact name="Teaches in">{profile.teachingMediums.map((medium) => MEDIUMS[medium]).join(', ') || 'Not provided'}</Fact>
        <Fact name="Social media">{socialWords(profile.socialMedia)}</Fact>
        <Fact name="Bio" isWide>
          {profile.bio || 'Not provided'}
        </Fact>
      </dl>

      <Part title="Subjects" entries={profile.subjects.map(({ subject, teachingModes }) => `${subject.name}: ${modesWords(teachingModes)}`)} />
      <Part title="Education" entries={profile.education.map(educationWords)} />
      <Part title="Experience" entries={profile.experience.map(experienceWords)} />
      <section>
        <h3>Documents</h3>
        {profile.documents.length === 0 ? (
          <p className={classes.none}>None yet</p>
        ) : (
          <DocumentList tutorId={profile.id} documents={profile.documents} zone={zone} />
        )}
      </section>
    </div>
  );
}

function Fact({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={isWide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Part({ title, entries }: { title: string; entries: readonly string[] }) {
  return (
    <section>
      <h3>{title}</h3>
      {entries.length === 0 ? (
        <p className={classes.none}>None yet</p>
      ) : (
        <ul className={classes.entries}>
          {numbered(entries).map(({ key, words }) => (
            <li key={key}>{words}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function socialWords(handles: TutorProfileView['socialMedia']): string {
  return SOCIAL_SITES.flatMap((site) => (handles[site] ? [`${site}: ${handles[site]}`] : [])).join(', ') || 'Not provided';
}
