import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { MapPin } from 'lucide-react';
import { useEffect, useId } from 'react';
import { loadMessages } from '#client/lib/i18n.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { translated } from '#shared/domain/texts.ts';
import { formatDate } from '#shared/domain/zone.ts';
import { VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import classes from './filter-fields.module.css';
import type { TutorSearch } from './search-state.ts';
import { useDebouncedText } from './use-debounced-text.ts';

type PriceRange = Pick<TutorSearch, 'priceFrom' | 'priceTo'>;

export type PriceFieldsProps = { range: PriceRange; onRange: (range: PriceRange) => void };

export function PriceFields({ range, onRange }: PriceFieldsProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  // Both are one text, so that they are sent together: `1000-2500`.
  const { text, isSettled, type, send } = useDebouncedText(`${range.priceFrom ?? ''}-${range.priceTo ?? ''}`, {
    isValid: (typed) => findRangeProblem(i18n, typed) === null,
    onSend: (typed) => {
      const [from, to] = splitRange(typed ?? '');
      onRange({ priceFrom: Number(from) || undefined, priceTo: Number(to) || undefined });
    },
  });
  const [from, to] = splitRange(text);
  const problem = isSettled ? findRangeProblem(i18n, text) : null;
  // A visitor's page does without the sentences of refusals until one is shown.
  useEffect(() => {
    if (problem !== null) void loadMessages({ i18n }, 'refusals');
  }, [i18n, problem]);
  const describedBy = problem === null ? undefined : { 'aria-describedby': `${id}problem` };
  const fields = [
    { label: t({ message: 'From', context: 'price' }), value: from, onType: (typed: string) => type(`${toDigits(typed)}-${to}`) },
    { label: t({ message: 'To', context: 'price' }), value: to, onType: (typed: string) => type(`${from}-${toDigits(typed)}`) },
  ];

  return (
    <fieldset>
      <Text component="legend" fw={600} mb={4}>
        <Trans>Price per hour</Trans>
      </Text>
      <SimpleGrid cols={2} spacing="0.625rem">
        {fields.map(({ label, value, onType }) => (
          <TextInput
            key={label}
            label={label}
            labelProps={{ c: 'dimmed', fw: 400, fz: 'sm', mb: 0 }}
            leftSection={
              <span aria-hidden="true">
                <Trans>Rs.</Trans>
              </span>
            }
            inputMode="numeric"
            autoComplete="off"
            placeholder={t`Any`}
            value={value}
            data-tabular
            error={problem !== null}
            attributes={{ input: describedBy }}
            onChange={(event) => onType(event.currentTarget.value)}
            onBlur={send}
            onKeyDown={(event) => {
              if (event.key === 'Enter') send();
            }}
          />
        ))}
      </SimpleGrid>
      <Problem id={`${id}problem`} text={problem} />
    </fieldset>
  );
}

function splitRange(text: string): [string, string] {
  const [from = '', to = ''] = text.split('-');
  return [from, to];
}

function findRangeProblem(i18n: I18n, text: string): string | null {
  const [from, to] = splitRange(text);
  if (Math.max(Number(from), Number(to)) > LIMITS.ratePerHour) return translated(i18n, VALIDATION.rateTooHigh);
  return from !== '' && to !== '' && Number(from) > Number(to) ? i18n._(msg`The first price is higher than the second`) : null;
}

/** `Rs. 1,500.00` is pasted for 1500. */
function toDigits(text: string): string {
  return (/\d+(\.\d+)?/.exec(text.replaceAll(',', ''))?.[0] ?? '').replace(/\..*/, '').replace(/^0+/, '').slice(0, 7);
}

export type LocationFieldProps = {
  location: string | undefined;
  onLocation: (location: string | undefined, options: { isRefined: boolean }) => void;
};

export function LocationField({ location, onLocation }: LocationFieldProps) {
  const { t } = useLingui();
  const { text, type, send } = useDebouncedText(location, { onSend: onLocation });
  return (
    <TextInput
      label={t`Location`}
      leftSection={<MapPin size={18} aria-hidden="true" />}
      autoComplete="address-level2"
      placeholder={t`Town or area`}
      maxLength={LIMITS.searchText}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={send}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send();
      }}
    />
  );
}

export type DayFieldProps = { day: string | undefined; onDay: (day: string | undefined) => void };

export function DayField({ day, onDay }: DayFieldProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const { first, last } = bookableDates(useMinuteClock(), useTimeZone());
  const isBookable = (date: string) => date === '' || (date >= first && date <= last);
  const { text, type, send } = useDebouncedText(day, { isValid: isBookable, onSend: (date) => onDay(date) });
  const isValid = isBookable(text);
  const [firstDay, lastDay] = [formatDate(first, i18n.locale), formatDate(last, i18n.locale)];

  return (
    <div>
      <TextInput
        label={t`Free on this day`}
        classNames={{ input: classes.date }}
        type="date"
        min={first}
        max={last}
        value={text}
        error={!isValid}
        attributes={{ input: isValid ? undefined : { 'aria-describedby': `${id}problem` } }}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={send}
      />
      <Problem id={`${id}problem`} text={isValid ? null : t`Please choose a day from ${firstDay} to ${lastDay}`} />
    </div>
  );
}

function Problem({ id, text }: { id: string; text: string | null }) {
  return (
    <div id={id} aria-live="polite">
      {text && (
        <Text c="red" size="sm" mt={4}>
          {text}
        </Text>
      )}
    </div>
  );
}
