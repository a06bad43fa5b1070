import { createFileRoute } from '@tanstack/react-router';

/** `/tutors/$id` renders the page. The slug is for people: any other, such as one of a former name, leads to the same page. */
export const Route = createFileRoute('/tutors/$id/$slug')({ staticData: { isPublic: true } });
