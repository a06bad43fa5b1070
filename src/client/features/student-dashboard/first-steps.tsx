import classes from '#client/features/student-dashboard/first-steps.module.css';
import { ButtonLink } from '#client/ui/links.tsx';
import { SectionCard } from '#client/ui/section-card.tsx';

const STEPS = [
  { title: 'Find a tutor', text: 'Look by subject, price and place, and read what other students say.' },
  { title: 'Ask for a time', text: 'Choose one that is free. Your tutor has up to a day to confirm it.' },
  { title: 'Learn', text: 'Join online from here, or your tutor comes to you.' },
] as const;

/** For whoever has not booked anything yet. */
export function FirstSteps() {
  return (
    <SectionCard title="Your first session">
      <ol className={classes.steps}>
        {STEPS.map(({ title, text }) => (
          <li key={title}>
            <p className={classes.title}>{title}</p>
            <p className={classes.text}>{text}</p>
          </li>
        ))}
      </ol>
      <div>
        <ButtonLink to="/tutors">Find Tutors</ButtonLink>
      </div>
    </SectionCard>
  );
}
