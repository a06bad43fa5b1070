import { createFileRoute, notFound, redirect } from '@tanstack/react-router';

/** Paths of the tutor's area. */
const AREA: readonly string[] = ['dashboard', 'profile', 'bookings', 'blogs'];

export const Route = createFileRoute('/tutor_/$id')({
  staticData: { isPublic: true },
  beforeLoad: ({ params: { id } }) => {
    if (AREA.includes(id)) throw notFound();
    throw redirect({ to: '/tutors/$id', params: { id }, replace: true });
  },
});
