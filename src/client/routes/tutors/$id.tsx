import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/tutors/$id')({
  component: RouteComponent,
});

function RouteComponent() {
  return <div>Hello "/tutors/$id"!</div>;
}
