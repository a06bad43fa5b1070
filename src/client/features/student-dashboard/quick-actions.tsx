import { CalendarCheck, CalendarPlus, MessageCircle } from 'lucide-react';
import { LinkList, type ListedLink } from '#client/ui/link-list.tsx';
import { SectionCard } from '#client/ui/section-card.tsx';

const ACTIONS: readonly ListedLink[] = [
  { label: 'Book New Session', icon: CalendarPlus, link: { to: '/tutors' } },
  { label: 'View My Bookings', icon: CalendarCheck, link: { to: '/student/bookings' } },
  { label: 'Message Tutor', icon: MessageCircle, link: { to: '/messages' } },
];

export function QuickActions() {
  return (
    <SectionCard title="Quick actions">
      <LinkList links={ACTIONS} />
    </SectionCard>
  );
}
