import { Tabs } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import { useOnDemand } from '#client/ui/use-on-demand.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { AboutTab } from './about-tab.tsx';
import type { Booking } from './book-button.tsx';
import { PROFILE_TABS, type ProfileTab } from './profile-tab-names.ts';
import classes from './profile-tabs.module.css';
import { TabWaiting } from './tab-waiting.tsx';

const LABELS = {
  about: 'About',
  subjects: 'Subjects & Rates',
  education: 'Education',
  experience: 'Experience',
  reviews: 'Reviews',
} as const satisfies Record<ProfileTab, string>;

const loadMore = () => import('./more-tabs.tsx').then((module) => module.MoreTabs);

export type ProfileTabsProps = {
  tutor: TutorProfileView;
  tab: ProfileTab;
  booking: Booking;
  zoneLabel: string;
  reviews: ReactNode;
  onTab: (tab: ProfileTab) => void;
};

export function ProfileTabs({ tutor, tab, booking, zoneLabel, reviews, onTab }: ProfileTabsProps) {
  const [isBroken, setBroken] = useState(false);
  const giveUp = useCallback(() => setBroken(true), []);
  const isWanted = tab !== 'about' && tab !== 'reviews' && !isBroken;
  const MoreTabs = useOnDemand(loadMore, { isWanted, onFailed: giveUp });
  const more = MoreTabs ? (
    <MoreTabs tutor={tutor} tab={tab} booking={booking} zoneLabel={zoneLabel} />
  ) : (
    <TabWaiting isBroken={isBroken} onRetry={() => setBroken(false)} />
  );
  const panels: Record<ProfileTab, ReactNode> = {
    about: <AboutTab tutor={tutor} />,
    subjects: more,
    education: more,
    experience: more,
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
