import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { EducationTab, ExperienceTab } from './background-tabs.tsx';
import type { Booking } from './book-button.tsx';
import type { ProfileTab } from './profile-tab-names.ts';
import { SubjectsTab } from './subjects-tab.tsx';

export type MoreTabsProps = { tutor: TutorProfileView; tab: ProfileTab; booking: Booking; zoneLabel: string };

/** What the first view of a profile does not show; its code comes after the first paint. */
export function MoreTabs({ tutor, tab, booking, zoneLabel }: MoreTabsProps) {
  switch (tab) {
    case 'subjects':
      return <SubjectsTab subjects={tutor.subjects} booking={booking} zoneLabel={zoneLabel} />;
    case 'education':
      return <EducationTab education={tutor.education} />;
    case 'experience':
      return <ExperienceTab experience={tutor.experience} />;
    default:
      return null;
  }
}
