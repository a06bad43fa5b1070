import { CalendarCheck, Search, UserRoundPen } from 'lucide-react';
import { LinkList, type ListedLink } from '#client/ui/link-list.tsx';
import { SectionCard } from '#client/ui/section-card.tsx';

const ACTIONS: readonly ListedLink[] = [
  { label: 'Edit Profile', icon: UserRoundPen, link: { to: '/tutor/profile' } },
  { label: 'View Bookings', icon: CalendarCheck, link: { to: '/tutor/bookings' } },
  { label: 'Browse Tutors', icon: Search, link: { to: '/tutors' } },
];

export function QuickActions() {
  return (
    <SectionCard title="Quick actions">
      <LinkList links={ACTIONS} />
    </SectionCard>
  );
}
