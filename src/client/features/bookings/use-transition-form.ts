import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type AppForm, type AppFormOptions, useAppForm } from '#client/lib/forms/use-app-form.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { toast } from '#client/ui/toasts.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { bookingStatusChanged } from '#shared/messages.ts';

const FAILED = msg`Failed to update booking status`;

export type TransitionFormOptions<T> = Pick<AppFormOptions<T>, 'initialValues' | 'schema' | 'toInput'> & {
  send: (values: T) => Promise<Pick<BookingView, 'status'>>;
  onDone: () => void;
  onClose: () => void;
};

/**
 * Changes the status of a booking. A conflict closes the dialog, too: the booking has changed meanwhile. Other failures the dialog shows itself, and
 * that the student would owe more now, because it shows how much.
 */
export function useTransitionForm<T extends Record<string, unknown>>({ send, onDone, onClose, ...form }: TransitionFormOptions<T>): AppForm<T> {
  const { i18n } = useLingui();

  function finish(): void {
    onClose();
    onDone();
  }

  return useAppForm<T>({
    ...form,
    fallbackMessage: i18n._(FAILED),
    onSubmit: async (values) => {
      const { status } = await send(values);
      toast.success(bookingStatusChanged(status, textsOf(i18n)));
      finish();
    },
    onError: (error) => {
      const apiError = toApiError(error);
      if (apiError?.status !== 409 || apiError.code === 'booking.terms_changed') return;
      toast.error(errorMessageWithReason(error, i18n._(FAILED)));
      finish();
    },
  });
}
