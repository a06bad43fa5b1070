import { CircleCheck, CircleX } from 'lucide-react';
import { useId } from 'react';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { adminChecklist, adminCompleteness } from '#shared/domain/profile-completeness.ts';
import { CompletenessBar } from './completeness-bar.tsx';
import classes from './completeness-list.module.css';

/** The nine items, and the share of them that is there. */
export function CompletenessList({ profile }: { profile: TutorProfileView }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id}>Profile completeness</h3>
        <CompletenessBar percentage={adminCompleteness(profile)} />
      </div>
      <ul className={classes.items}>
        {adminChecklist(profile).map(({ item, label, isRequired, isMet }) => {
          const Icon = isMet ? CircleCheck : CircleX;
          return (
            <li key={item} data-met={isMet || undefined}>
              <Icon size={18} aria-hidden="true" />
              <span>
                {label} <span className={classes.note}>{isRequired ? '' : '(optional)'}</span>
                <span className={classes.state}>{isMet ? 'there' : 'missing'}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
