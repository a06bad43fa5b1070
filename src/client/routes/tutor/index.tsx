import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/tutor/')({
  beforeLoad: () => {
    throw redirect({ to: '/tutor/profile', replace: true });
  },
});
