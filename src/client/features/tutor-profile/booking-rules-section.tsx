import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { formatNotice } from '#shared/domain/notice.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { OWN_RULES } from '#shared/vocabulary/limits.ts';
import { Fields } from './fields.tsx';
import type { SectionProps } from './profile-draft.ts';

export function BookingRulesSection({ draft, errors, change }: SectionProps) {
  const { t, i18n } = useLingui();
  const { minimumNoticeHours, bufferMinutes } = draft;
  return (
    <Fields>
      <NativeSelect
        label={t`How long before a session must it be booked?`}
        data-path="minimumNoticeHours"
        value={String(minimumNoticeHours)}
        data={listChoices(OWN_RULES.notices, { chosen: minimumNoticeHours, format: (hours) => toNoticeLabel(i18n, hours) })}
        error={errors.minimumNoticeHours}
        description={t`The start of a session must be at least this far ahead.`}
        onChange={(event) => change({ minimumNoticeHours: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label={t`Time between two sessions`}
        data-path="bufferMinutes"
        value={String(bufferMinutes)}
        data={listChoices(OWN_RULES.buffers, { chosen: bufferMinutes, format: (minutes) => toBufferLabel(i18n, minutes) })}
        error={errors.bufferMinutes}
        description={t`Left free before and after each session, for travel or a break.`}
        onChange={(event) => change({ bufferMinutes: Number(event.currentTarget.value) })}
      />
    </Fields>
  );
}

type ChoiceOptions = { chosen: number; format: (value: number) => string };

/** Programs may have saved a value that is not offered here. */
function listChoices(offered: readonly number[], { chosen, format }: ChoiceOptions): { value: string; label: string }[] {
  const values = offered.includes(chosen) ? offered : [...offered, chosen].toSorted((a, b) => a - b);
  return values.map((value) => ({ value: String(value), label: format(value) }));
}

function toNoticeLabel(i18n: I18n, hours: number): string {
  if (hours === 0) return i18n._(msg`The next day`);
  return hours === OWN_RULES.noticeHours ? i18n._(msg`A week`) : formatNotice(hours, textsOf(i18n));
}

function toBufferLabel(i18n: I18n, minutes: number): string {
  if (minutes === 0) return i18n._(msg`None`);
  return i18n._(msg`${plural(minutes, { one: '# minute', other: '# minutes' })}`);
}
