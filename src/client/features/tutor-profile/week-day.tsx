import { Copy, Plus, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Slot } from '#shared/domain/weekly-hours.ts';
import { ERRORS } from '#shared/errors.ts';
import type { Weekday } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { IconButton } from './teaching-icon-button.tsx';
import classes from './week-day.module.css';
import { dayProblem, newSlot, slotText, withStart } from './week-slots.ts';
import { TimeSelect } from './week-time-select.tsx';

export type WeekDayProps = {
  day: Weekday;
  slots: readonly Slot[];
  /** Of the contract, for whoever looks for a field. */
  path: string;
  error?: string;
  onChange: (slots: Slot[]) => void;
  onCopy: () => void;
};

/** The times of one weekday. */
export function WeekDay({ day, slots, path, error, onChange, onCopy }: WeekDayProps) {
  const id = useId();
  const root = useRef<HTMLFieldSetElement>(null);
  // Where the focus goes once the change is drawn: to a slot that was added, or on to the next where one was removed.
  const focusNext = useRef<string | null>(null);
  useEffect(() => {
    if (focusNext.current !== null) root.current?.querySelector<HTMLElement>(focusNext.current)?.focus();
    focusNext.current = null;
  });

  const [refusal, setRefusal] = useState<{ of: readonly Slot[]; sentence: string } | null>(null);
  const problem = dayProblem(day, slots) ?? error ?? null;
  const said = problem ?? (refusal?.of === slots ? refusal.sentence : null);
  const replace = (index: number, slot: Slot) => onChange(slots.map((other, place) => (place === index ? slot : other)));

  function add(): void {
    const slot = newSlot(slots);
    const isFull = slots.length >= LIMITS.slotsPerDay;
    if (isFull || !slot) {
      setRefusal({ of: slots, sentence: isFull ? ERRORS['tutor.too_many_slots'].message : 'No full hour of this day is free' });
      return;
    }
    focusNext.current = `[data-slot="${slots.length}"] select`;
    onChange([...slots, slot]);
  }

  function remove(index: number): void {
    const next = Math.min(index, slots.length - 2);
    focusNext.current = next < 0 ? '[data-add] button' : `[data-slot="${next}"] button`;
    onChange(slots.filter((_, place) => place !== index));
  }

  return (
    <fieldset ref={root} className={classes.day} aria-labelledby={`${id}-day`} data-empty={slots.length === 0 || undefined}>
      <p id={`${id}-day`} className={classes.name}>
        {day}
      </p>
      <div className={classes.slots}>
        {slots.length === 0 && <p className={classes.none}>No times</p>}
        {inPlace(slots).map(({ slot, index, key }) => (
          <div key={key} className={classes.slot} data-slot={index}>
            <TimeSelect
              label={`${day}, time ${index + 1}, from`}
              value={slot.start}
              path={`${path}.slots.${index}.start`}
              isWrong={problem !== null}
              describedBy={`${id}-problem`}
              onChange={(start) => replace(index, withStart(slot, start))}
            />
            <span aria-hidden="true">–</span>
            <TimeSelect
              label={`${day}, time ${index + 1}, to`}
              value={slot.end}
              path={`${path}.slots.${index}.end`}
              isWrong={problem !== null}
              describedBy={`${id}-problem`}
              onChange={(end) => replace(index, { ...slot, end })}
            />
            <IconButton label={`Remove ${slotText(slot)} on ${day}`} icon={X} tone="danger" onClick={() => remove(index)} />
          </div>
        ))}
      </div>
      <div className={classes.tools} data-add>
        <IconButton label={`Add a time on ${day}`} icon={Plus} onClick={add} />
        {slots.length > 0 && <IconButton label={`Copy ${day} to other days`} icon={Copy} onClick={onCopy} />}
      </div>
      <p id={`${id}-problem`} className={classes.problem} role="alert">
        {said}
      </p>
    </fieldset>
  );
}

/** A slot has no name of its own: its place is what it is known by. */
function inPlace(slots: readonly Slot[]) {
  return slots.map((slot, index) => ({ slot, index, key: `slot ${index}` }));
}
