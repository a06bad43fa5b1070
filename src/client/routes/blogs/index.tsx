import { createFileRoute } from '@tanstack/react-router';

// being built
export const Route = createFileRoute('/blogs/')({
  component: () => null,
});
