import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { AboutTab } from './about-tab.tsx';
import { EducationTab, ExperienceTab } from './background-tabs.tsx';
import type { Booking } from './book-button.tsx';
import { PROFILE_TABS, type ProfileTab } from './profile-tab-names.ts';
import classes from './profile-tabs.module.css';
import { SubjectsTab } from './subjects-tab.tsx';

const LABELS = {
  about: 'About',
  subjects: 'Subjects & Rates',
  education: 'Education',
  experience: 'Experience',
  reviews: 'Reviews',
} as const satisfies Record<ProfileTab, string>;

export type ProfileTabsProps = {
  tutor: TutorProfileView;
  tab: ProfileTab;
  booking: Booking;
  zoneLabel: string;
  reviews: ReactNode;
  onTab: (tab: ProfileTab) => void;
};

export function ProfileTabs({ tutor, tab, booking, zoneLabel, reviews, onTab }: ProfileTabsProps) {
  const panels: Record<ProfileTab, ReactNode> = {
    about: <AboutTab tutor={tutor} />,
    subjects: <SubjectsTab subjects={tutor.subjects} booking={booking} zoneLabel={zoneLabel} />,
    education: <EducationTab education={tutor.education} />,
    experience: <ExperienceTab experience={tutor.experience} />,
    reviews,
  };
  const choose = (value: string | null) => {
    const chosen = PROFILE_TABS.find((one) => one === value);
    if (chosen) onTab(chosen);
  };

  return (
    <Tabs value={tab} onChange={choose} keepMounted={false} classNames={{ list: classes.list, tab: classes.tab, panel: classes.panel }}>
      <Tabs.List aria-label="Profile">
        {PROFILE_TABS.map((value) => (
          <Tabs.Tab key={value} value={value} rightSection={value === 'reviews' && tutor.totalReviews > 0 ? tutor.totalReviews : undefined}>
            {LABELS[value]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {PROFILE_TABS.map((value) => (
        <Tabs.Panel key={value} value={value}>
          {panels[value]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
