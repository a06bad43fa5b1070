import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireViewer } from '#client/api/session.ts';

const LISTS = { student: '/student/bookings', tutor: '/tutor/bookings', admin: '/' } as const;

export const Route = createFileRoute('/bookings/$id')({
  beforeLoad: async ({ context, location }) => {
    const { me } = await requireViewer(context, location.href);
    throw redirect({ to: me.role ? LISTS[me.role] : '/', replace: true });
  },
});
