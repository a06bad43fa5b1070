import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './account-form.module.css';

export type FormFootProps = { problem: string | null; isSaved?: boolean; children: ReactNode };

/** The buttons of a form, above them what no field can say, beside them that it is done. */
export function FormFoot({ problem, isSaved = false, children }: FormFootProps) {
  return (
    <>
      {problem && <p className={classes.problem}>{problem}</p>}
      <div className={classes.buttons}>
        {children}
        {isSaved && (
          <span className={classes.saved}>
            <CircleCheck size={18} aria-hidden="true" />
            Saved
          </span>
        )}
      </div>
    </>
  );
}
