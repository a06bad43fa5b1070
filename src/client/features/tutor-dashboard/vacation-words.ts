import type { ConfirmDialogProps } from '#client/ui/confirm-dialog.tsx';

type Words = Pick<ConfirmDialogProps, 'type' | 'title' | 'message' | 'confirmLabel'>;

/** What the switch would do, before it does; `remaining` is how many bookings are ahead, where that is known. */
export function vacationWords(isOn: boolean, remaining: number | undefined): Words {
  if (isOn) {
    return {
      type: 'info',
      title: 'Turn off vacation mode?',
      message: 'Students can book you again at once, in the hours of your profile.',
      confirmLabel: 'Turn Off',
    };
  }
  return {
    type: 'warning',
    title: 'Turn on vacation mode?',
    message: `Students cannot book new sessions with you until you turn it off again. They still find you, marked as on vacation. ${staysInWords(remaining)}`,
    confirmLabel: 'Turn On',
  };
}

function staysInWords(remaining: number | undefined): string {
  if (remaining === undefined) return 'Bookings that you already have stay as they are.';
  if (remaining === 0) return 'You have no bookings ahead.';
  if (remaining === 1) return '1 booking remains: it stays as it is, and the student expects you.';
  return `${remaining} bookings remain: they stay as they are, and the students expect you.`;
}
