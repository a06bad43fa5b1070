import { BookOpen, CalendarCheck, Flag, GraduationCap, LayoutGrid, UsersRound } from 'lucide-react';
import { LinkList, type ListedLink } from '#client/ui/link-list.tsx';
import { SectionCard } from '#client/ui/section-card.tsx';

const PLACES: readonly ListedLink[] = [
  { label: 'Manage Tutors', icon: GraduationCap, link: { to: '/admin/tutors' } },
  { label: 'Manage Students', icon: UsersRound, link: { to: '/admin/students' } },
  { label: 'Manage Bookings', icon: CalendarCheck, link: { to: '/admin/bookings' } },
  { label: 'Manage Categories', icon: LayoutGrid, link: { to: '/admin/subject-categories' } },
  { label: 'Manage Subjects', icon: BookOpen, link: { to: '/admin/subjects' } },
  { label: 'Reports', icon: Flag, link: { to: '/admin/reports' } },
];

export function Shortcuts() {
  return (
    <SectionCard title="Shortcuts">
      <LinkList links={PLACES} />
    </SectionCard>
  );
}
