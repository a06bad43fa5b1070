import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/tutor/dashboard')({
  beforeLoad: () => {
    throw redirect({ to: '/tutor/bookings', replace: true });
  },
});
