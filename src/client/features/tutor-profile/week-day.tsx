import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { Copy, Plus, X } from 'lucide-react';
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { translated } from '#shared/domain/texts.ts';
import type { Slot } from '#shared/domain/weekly-hours.ts';
import { ERRORS } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import type { Weekday } from '#shared/vocabulary/weekdays.ts';
import { LiveError } from './fields.tsx';
import { IconButton } from './icon-button.tsx';
import classes from './week.module.css';
import { changeStart, createSlot, END_HOURS, findDayError, formatSlot, formatSlotTime, START_HOURS } from './week-slots.ts';

export type WeekDayProps = {
  day: Weekday;
  slots: readonly Slot[];
  path: string;
  error?: string | undefined;
  onChange: (slots: Slot[]) => void;
  onCopy: () => void;
};

export function WeekDay({ day, slots, path, error, onChange, onCopy }: WeekDayProps) {
  const { t, i18n } = useLingui();
  const dayName = translated(i18n, day);
  const id = useId();
  const root = useRef<HTMLFieldSetElement>(null);
  const nextFocus = useRef<string | null>(null);
  useEffect(() => {
    if (nextFocus.current !== null) root.current?.querySelector<HTMLElement>(nextFocus.current)?.focus();
    nextFocus.current = null;
  });

  const [refusal, setRefusal] = useState<{ slots: readonly Slot[]; message: string } | null>(null);
  const slotsError = findDayError(i18n, day, slots) ?? error ?? null;
  const message = slotsError ?? (refusal?.slots === slots ? refusal.message : null);
  const select = { isWrong: slotsError !== null, describedBy: `${id}-error` };
  const replace = (index: number, slot: Slot) => onChange(slots.map((other, otherIndex) => (otherIndex === index ? slot : other)));

  function add(): void {
    const slot = createSlot(slots);
    const isFull = slots.length >= LIMITS.slotsPerDay;
    if (isFull || !slot) {
      setRefusal({ slots, message: isFull ? translated(i18n, ERRORS['tutor.too_many_slots'].message) : t`No full hour is free on this day` });
      return;
    }
    nextFocus.current = `[data-slot="${slots.length}"] select`;
    onChange([...slots, slot]);
  }

  function remove(index: number): void {
    const next = Math.min(index, slots.length - 2);
    nextFocus.current = next < 0 ? '[data-add] button' : `[data-slot="${next}"] button`;
    onChange(slots.filter((_, otherIndex) => otherIndex !== index));
  }

  return (
    <fieldset ref={root} className={classes.day} aria-labelledby={`${id}-day`} data-empty={slots.length === 0 || undefined}>
      <Text id={`${id}-day`} className={classes.name} fw={600}>
        {dayName}
      </Text>
      <div className={classes.slots}>
        {slots.length === 0 && (
          <Text c="dimmed" size="sm">
            <Trans>No times</Trans>
          </Text>
        )}
        {withKeys(slots, i18n.locale).map(({ slot, index, number, time, key }) => (
          <Group key={key} gap={4} wrap="nowrap" className={classes.slot} data-slot={index}>
            <TimeSelect
              {...select}
              label={t`${dayName}, time ${number}, from`}
              hours={START_HOURS}
              value={slot.start}
              data-path={`${path}.slots.${index}.start`}
              onChange={(start) => replace(index, changeStart(slot, start))}
            />
            <span aria-hidden="true">–</span>
            <TimeSelect
              {...select}
              label={t`${dayName}, time ${number}, to`}
              hours={END_HOURS}
              value={slot.end}
              data-path={`${path}.slots.${index}.end`}
              onChange={(end) => replace(index, { ...slot, end })}
            />
            <IconButton label={t`Remove ${time} on ${dayName}`} icon={X} isDanger onClick={() => remove(index)} />
          </Group>
        ))}
      </div>
      <Group gap={0} wrap="nowrap" data-add>
        <IconButton label={t`Add a time on ${dayName}`} icon={Plus} onClick={add} />
        {slots.length > 0 && <IconButton label={t`Copy ${dayName} to other days`} icon={Copy} onClick={onCopy} />}
      </Group>
      <LiveError id={`${id}-error`} className={classes.dayError}>
        {message}
      </LiveError>
    </fieldset>
  );
}

function withKeys(slots: readonly Slot[], locale: string) {
  return slots.map((slot, index) => ({ slot, index, number: index + 1, time: formatSlot(slot, locale), key: `slot ${index}` }));
}

export type TimeSelectProps = Omit<ComponentProps<'select'>, 'onChange'> & {
  label: string;
  hours: readonly string[];
  value: string;
  isWrong: boolean;
  describedBy: string;
  onChange: (time: string) => void;
};

export function TimeSelect({ label, hours, value, isWrong, describedBy, onChange, ...select }: TimeSelectProps) {
  const { i18n } = useLingui();
  const times = hours.includes(value) ? hours : [...hours, value].sort();
  return (
    <select
      className={classes.time}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? describedBy : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...select}
    >
      {times.map((time) => (
        <option key={time} value={time}>
          {formatSlotTime(time, i18n.locale)}
        </option>
      ))}
    </select>
  );
}
