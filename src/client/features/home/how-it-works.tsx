import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import classes from './how-it-works.module.css';

type Step = { title: MessageDescriptor; text: MessageDescriptor };

const FOR_STUDENTS: readonly Step[] = [
  {
    title: msg`Find your tutor`,
    text: msg`Search by subject, topic or town. Compare prices and reviews.`,
  },
  {
    title: msg`Request a session`,
    text: msg`Online or at your home, from one to three hours, at least one day and at most 28 days ahead. The time is held for you until the tutor answers, for 24 hours at most.`,
  },
  {
    title: msg`Learn`,
    text: msg`We tell you when the tutor confirms. You pay your tutor directly.`,
  },
];

const FOR_TUTORS: readonly Step[] = [
  {
    title: msg`Add what you teach`,
    text: msg`Your subjects and topics, online or at the student’s home, your price for an hour, and the hours of your week.`,
  },
  {
    title: msg`Become verified`,
    text: msg`Our admins check your documents, education and experience. Students see a badge next to your name.`,
  },
  {
    title: msg`Answer requests`,
    text: msg`You get each request immediately. Confirm it, and no one else can book that time.`,
  },
];

export function HowItWorks() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="how-title">
      <Title order={2} id="how-title" mb="lg">
        <Trans>How it works</Trans>
      </Title>
      <div className={classes.paths}>
        <Path title={t`For students`} steps={FOR_STUDENTS} />
        <Path title={t`For tutors`} steps={FOR_TUTORS} />
      </div>
    </section>
  );
}

function Path({ title, steps }: { title: string; steps: readonly Step[] }) {
  const { i18n } = useLingui();
  return (
    <div>
      <h3>{title}</h3>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.title.id}>
            <h4>{i18n._(step.title)}</h4>
            <p>{i18n._(step.text)}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
