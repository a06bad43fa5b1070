import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import type { TeachingMedium } from '#shared/vocabulary/people.ts';
import classes from './profile-content.module.css';
import { socialLinks } from './social-links.ts';

const MEDIUMS = { english: 'English', sinhala: 'Sinhala', tamil: 'Tamil' } as const satisfies Record<TeachingMedium, string>;

export type AboutTabProps = { tutor: TutorProfileView };

export function AboutTab({ tutor }: AboutTabProps) {
  const links = socialLinks(tutor.socialMedia);
  return (
    <div className={classes.sections}>
      <Section title={`About ${tutor.user.name}`}>
        <p className={classes.prose}>{tutor.bio || 'This tutor has not written anything yet.'}</p>
      </Section>
      <Section title="Teaching mediums">
        {tutor.teachingMediums.length === 0 ? (
          <p className={classes.none}>Not provided</p>
        ) : (
          <ul className={classes.chips}>
            {tutor.teachingMediums.map((medium) => (
              <li key={medium}>{MEDIUMS[medium]}</li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Locations">
        <p>{tutor.availableLocations || 'Location not specified'}</p>
      </Section>
      {links.length > 0 && (
        <Section title="Elsewhere">
          <ul className={classes.links}>
            {links.map(({ site, label, href }) => (
              <li key={site}>
                <a href={href} target="_blank" rel="noopener noreferrer nofollow">
                  {label}
                  <ExternalLink size={16} aria-label="opens in a new tab" />
                </a>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

type SectionProps = { title: string; children: ReactNode };

function Section({ title, children }: SectionProps) {
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
