import { type ReactNode, useCallback, useState } from 'react';
import { Tabs } from '#client/ui/tabs.tsx';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { AboutTab } from './about-tab.tsx';
import type { Booking } from './book-button.tsx';
import { PROFILE_TABS, type ProfileTab } from './profile-tab-names.ts';
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
  const MoreTabs = useLazy(loadMore, { isNeeded: isWanted, onError: giveUp });
  const more = MoreTabs ? (
    <MoreTabs tutor={tutor} tab={tab} booking={booking} zoneLabel={zoneLabel} />
  ) : (
    <TabWaiting isBroken={isBroken} onRetry={() => setBroken(false)} />
  );
  const tabs = PROFILE_TABS.map((value) => ({
    value,
    label: LABELS[value],
    count: value === 'reviews' && tutor.totalReviews > 0 ? tutor.totalReviews : undefined,
  }));

  return (
    <Tabs label="Profile" tabs={tabs} shown={tab} onShow={onTab}>
      {tab === 'about' && <AboutTab tutor={tutor} />}
      {tab === 'reviews' && reviews}
      {tab !== 'about' && tab !== 'reviews' && more}
    </Tabs>
  );
}
