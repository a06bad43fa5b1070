import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { BookingsInside } from '#shared/contracts/tutors.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { SUCCESS } from '#shared/messages.ts';
import { DAYS_OFF } from '#shared/vocabulary/limits.ts';
import { DaysOffConfirm } from './days-off-confirm.tsx';
import { type DaysOffDraft, type DaysOffErrors, type DaysOffField, emptyDraft, lastDay, problemsOf, shownField, toInput } from './days-off-draft.ts';
import classes from './days-off-form.module.css';
import { withStart } from './week-slots.ts';
import { TimeSelect } from './week-time-select.tsx';

export type DaysOffFormProps = { now: Date; zone: string };

const NOT_SAVED = 'Failed to save days off. Please try again.';
const NOT_KNOWN = 'Failed to fetch bookings';
const FIELDS: readonly DaysOffField[] = ['fromDate', 'toDate', 'start', 'end', 'note'];

/** Plans a day off, after it was said which bookings lie inside. */
export function DaysOffForm({ now, zone }: DaysOffFormProps) {
  const today = wallClock(now, zone).date;
  const id = useId();
  const utils = trpc.useUtils();
  const addition = trpc.daysOff.add.useMutation();
  const [draft, setDraft] = useState(emptyDraft);
  const [errors, setErrors] = useState<DaysOffErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isLooking, setLooking] = useState(false);
  const [inside, setInside] = useState<BookingsInside | null>(null);
  const [dialog, setDialog] = useState({ index: 0, isOpen: false });
  const root = useRef<HTMLFormElement>(null);
  const focusNext = useRef<DaysOffField | null>(null);
  useEffect(() => {
    if (focusNext.current !== null) root.current?.querySelector<HTMLElement>(`[data-path="${focusNext.current}"]`)?.focus();
    focusNext.current = null;
  });

  const keepFocus = useReturnFocus(isLooking);
  const closeDialog = () => setDialog(({ index }) => ({ index, isOpen: false }));

  function change(part: Partial<DaysOffDraft>): void {
    setDraft((before) => ({ ...before, ...part }));
    // One date or time may be what is wrong with another.
    setErrors(({ note, ...times }) => ('note' in part ? times : note ? { note } : {}));
    setProblem(null);
  }

  function show(found: DaysOffErrors): void {
    setErrors(found);
    focusNext.current = FIELDS.find((field) => found[field]) ?? null;
  }

  function explain(error: unknown, otherwise: string): void {
    const refusal = toApiError(error);
    const named = (refusal?.errors ?? []).flatMap(({ field, message }) =>
      FIELDS.filter((known) => known === field).map((known) => ({ field: known, message })),
    );
    const found: DaysOffErrors = Object.fromEntries(named.map(({ field, message }) => [shownField(field, draft), message]));
    show(found);
    if (Object.keys(found).length === 0) setProblem(errorMessageWithReason(error, otherwise));
  }

  function check(field: DaysOffField): void {
    const found = draft.fromDate && problemsOf(draft, { now, zone })[field];
    if (found) setErrors((before) => ({ ...before, [field]: found }));
  }

  const ask = useOneAtATime(async (pressed: HTMLElement | null) => {
    setProblem(null);
    const found = problemsOf(draft, { now, zone });
    show(found);
    if (Object.keys(found).length > 0) return;
    keepFocus(pressed);
    setLooking(true);
    try {
      setInside(await utils.daysOff.bookingsInside.fetch(toInput(draft), { staleTime: 0 }));
      setDialog(({ index }) => ({ index: index + 1, isOpen: true }));
    } catch (error) {
      explain(error, NOT_KNOWN);
    } finally {
      setLooking(false);
    }
  });

  const add = useOneAtATime(async () => {
    try {
      await addition.mutateAsync(toInput(draft));
      toast.success(SUCCESS.daysOffAdded);
      setDraft(emptyDraft);
      closeDialog();
      await Promise.all([utils.daysOff.own.invalidate(), utils.tutors.availability.invalidate()]);
    } catch (error) {
      // A dialog that is taken away gives no focus back: it goes to the field.
      setDialog(({ index }) => ({ index: index + 1, isOpen: false }));
      explain(error, NOT_SAVED);
    }
  });

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void ask(event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null);
  }

  const dateLimits = { type: 'date', min: today, max: lastDay(today) } as const;
  return (
    <form ref={root} className={classes.form} noValidate aria-label="Plan days off" onSubmit={onSubmit}>
      <div className={classes.dates} data-part={draft.isPart || undefined}>
        <TextInput
          {...dateLimits}
          label={draft.isPart ? 'Day' : 'First day'}
          data-path="fromDate"
          value={draft.fromDate}
          error={errors.fromDate}
          onBlur={() => check('fromDate')}
          onChange={(event) => change({ fromDate: event.currentTarget.value })}
        />
        {!draft.isPart && (
          <TextInput
            {...dateLimits}
            min={draft.fromDate || today}
            label="Last day (if there are more)"
            data-path="toDate"
            value={draft.toDate}
            error={errors.toDate}
            onBlur={() => check('toDate')}
            onChange={(event) => change({ toDate: event.currentTarget.value })}
          />
        )}
        {draft.isPart && (
          <fieldset className={classes.hours}>
            <legend>Blocked hours</legend>
            <div>
              <TimeSelect
                label="From"
                value={draft.start}
                path="start"
                isWrong={errors.start !== undefined}
                describedBy={`${id}-hours`}
                onChange={(start) => change(withStart({ start: draft.start, end: draft.end }, start))}
              />
              <span aria-hidden="true">–</span>
              <TimeSelect
                label="To"
                value={draft.end}
                path="end"
                isWrong={errors.end !== undefined}
                describedBy={`${id}-hours`}
                onChange={(end) => change({ end })}
              />
            </div>
            <p id={`${id}-hours`} className={classes.error} role="alert">
              {errors.start ?? errors.end}
            </p>
          </fieldset>
        )}
      </div>
      <Checkbox
        label="Only some hours of one day"
        checked={draft.isPart}
        onChange={(event) => change({ isPart: event.currentTarget.checked, toDate: '' })}
      />
      <TextInput
        label="Note (only you see it)"
        data-path="note"
        autoComplete="off"
        maxLength={DAYS_OFF.note}
        value={draft.note}
        error={errors.note}
        onBlur={() => check('note')}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
      {problem && (
        <p className={classes.error} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" variant="light" className={classes.submit} loading={isLooking}>
        Add days off
      </Button>
      <DaysOffConfirm
        key={dialog.index}
        opened={dialog.isOpen}
        input={toInput(draft)}
        inside={inside}
        zone={zone}
        isProcessing={addition.isPending}
        onConfirm={() => void add()}
        onClose={closeDialog}
      />
    </form>
  );
}
