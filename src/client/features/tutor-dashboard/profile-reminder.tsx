import { Button } from '@mantine/core';
import { ClipboardList, X } from 'lucide-react';
import { useEffect } from 'react';
import classes from '#client/features/tutor-dashboard/profile-reminder.module.css';
import { dismissReminder, forgetDismissal, useIsReminderDismissed } from '#client/features/tutor-dashboard/reminder-flag.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { type CompletenessInput, completeness } from '#shared/domain/profile-completeness.ts';

const MOST_ITEMS = 4;

export type ProfileReminderProps = {
  profile: CompletenessInput & { user: { id: string } };
  /** A page that says by itself what is missing: nothing is drawn, and the dismissal is followed all the same. */
  isSilent?: boolean;
};

/** What the profile still lacks, until it lacks nothing or the tutor has it wait. */
export function ProfileReminder({ profile, isSilent = false }: ProfileReminderProps) {
  const { percentage, isComplete, missing } = completeness(profile);
  const userId = profile.user.id;
  const isDismissed = useIsReminderDismissed(userId);
  useEffect(() => {
    if (isComplete) forgetDismissal(userId);
  }, [isComplete, userId]);
  if (isSilent || isComplete || isDismissed) return null;
  function dismiss(): void {
    dismissReminder(userId);
    // The button goes with the reminder.
    document.getElementById('content')?.focus({ preventScroll: true });
  }

  const further = missing.length - MOST_ITEMS;

  return (
    <section className={classes.reminder} aria-labelledby="profile-reminder">
      <span className={classes.icon} aria-hidden="true">
        <ClipboardList size={22} />
      </span>
      <div className={classes.text}>
        <h2 id="profile-reminder">{`Your profile is ${percentage}% complete`}</h2>
        <p>Add what is missing, and your profile goes to review.</p>
        <ul>
          {missing.slice(0, MOST_ITEMS).map((label) => (
            <li key={label}>{label}</li>
          ))}
          {further > 0 && <li>{`+${further} more items`}</li>}
        </ul>
      </div>
      <div className={classes.actions}>
        <ButtonLink to="/tutor/profile" size="sm">
          Complete Profile
        </ButtonLink>
        <Button variant="subtle" size="sm" onClick={dismiss}>
          Remind me later
        </Button>
      </div>
      <button type="button" className={classes.close} aria-label="Close" onClick={dismiss}>
        <X size={20} aria-hidden="true" />
      </button>
    </section>
  );
}
