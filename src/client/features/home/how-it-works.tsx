import { Title } from '@mantine/core';
import classes from './how-it-works.module.css';

type Step = { title: string; text: string };

const FOR_STUDENTS: readonly Step[] = [
  {
    title: 'Find your tutor',
    text: 'Search by subject, topic or town. Compare prices and reviews.',
  },
  {
    title: 'Request a session',
    text: 'Online or at your home, from one to three hours, at least one day and at most 28 days ahead. The time is held for you until the tutor answers, for 24 hours at most.',
  },
  {
    title: 'Learn',
    text: 'We tell you when the tutor confirms. You pay your tutor directly.',
  },
];

const FOR_TUTORS: readonly Step[] = [
  {
    title: 'Add what you teach',
    text: 'Your subjects and topics, online or at the student’s home, your price for an hour, and the hours of your week.',
  },
  {
    title: 'Become verified',
    text: 'Our admins check your documents, education and experience. Students see a badge next to your name.',
  },
  {
    title: 'Answer requests',
    text: 'You get each request immediately. Confirm it, and no one else can book that time.',
  },
];

export function HowItWorks() {
  return (
    <section aria-labelledby="how-title">
      <Title order={2} id="how-title" mb="lg">
        How it works
      </Title>
      <div className={classes.paths}>
        <Path title="For students" steps={FOR_STUDENTS} />
        <Path title="For tutors" steps={FOR_TUTORS} />
      </div>
    </section>
  );
}

function Path({ title, steps }: { title: string; steps: readonly Step[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.title}>
            <h4>{step.title}</h4>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
