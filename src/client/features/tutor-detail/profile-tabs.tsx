import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { lazyPart, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { Loading, PartFailed } from '#client/ui/page-state.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { AboutTab } from './about-tab.tsx';
import type { Booking } from './book-button.tsx';
import { PROFILE_TABS, type ProfileTab } from './profile-search.ts';
import '@mantine/core/styles/Tabs.layer.css';
import { Tabs as MantineTabs } from '@mantine/core';

const LABELS = {
  about: msg`About`,
  subjects: msg`Subjects & Rates`,
  education: msg`Education`,
  experience: msg`Experience`,
  reviews: msg`Reviews`,
} as const satisfies Record<ProfileTab, MessageDescriptor>;

const MoreTabs = lazyPart(() => import('./more-tabs.tsx').then((module) => module.MoreTabs));

export type ProfileTabsProps = {
  tutor: TutorProfileView;
  tab: ProfileTab;
  booking: Booking;
  reviews: ReactNode;
  onTab: (tab: ProfileTab) => void;
};

export function ProfileTabs({ tutor, tab, booking, reviews, onTab }: ProfileTabsProps) {
  const { t, i18n } = useLingui();
  const [failures, setFailures] = useState(0);
  const tabs = PROFILE_TABS.map((value) => ({
    value,
    label: i18n._(LABELS[value]),
    count: value === 'reviews' && tutor.totalReviews > 0 ? tutor.totalReviews : undefined,
  }));

  return (
    <Tabs label={t`Profile`} tabs={tabs} shown={tab} onShow={onTab}>
      {tab === 'about' && <AboutTab tutor={tutor} />}
      {tab === 'reviews' && reviews}
      {tab !== 'about' && tab !== 'reviews' && (
        <TabContent failures={failures} onRetry={() => setFailures(0)}>
          <MoreTabs tutor={tutor} tab={tab} booking={booking} fallback={<Loading />} onLoadError={setFailures} />
        </TabContent>
      )}
    </Tabs>
  );
}

export type TabContentProps = { failures: number; onRetry: () => void; children: ReactNode };

/** Its code is loaded when the tab is chosen. */
export function TabContent({ failures, onRetry, children }: TabContentProps) {
  return failures ? <PartFailed failures={failures} onRetry={onRetry} /> : children;
}

type Tab<T extends string> = { value: T; label: string; count?: number | undefined };

type TabsProps<T extends string> = {
  label: string;
  tabs: readonly Tab<T>[];
  shown: T;
  onShow: (value: T) => void;
  children: ReactNode;
};

function Tabs<T extends string>({ label, tabs, shown, onShow, children }: TabsProps<T>) {
  const show = (chosen: string | null) => {
    const tab = tabs.find(({ value }) => value === chosen);
    if (tab && chosen !== shown) onShow(tab.value);
  };
  return (
    <MantineTabs value={shown} onChange={show}>
      <MantineTabs.List aria-label={label}>
        {tabs.map(({ value, label, count }) => (
          // Mantine's Home and End move only the focus.
          <MantineTabs.Tab key={value} value={value} rightSection={count} {...preloadOnIntent(MoreTabs)} onFocus={() => show(value)}>
            {label}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      <MantineTabs.Panel value={shown}>{children}</MantineTabs.Panel>
    </MantineTabs>
  );
}
