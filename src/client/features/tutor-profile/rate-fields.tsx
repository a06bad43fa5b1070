import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Card, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { Switch } from '#client/ui/switch.tsx';
import { formatRupees } from '#shared/domain/money.ts';
import { MODE_LABELS } from '#shared/domain/rates.ts';
import { translated } from '#shared/domain/texts.ts';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import type { TeachingModeType } from '#shared/vocabulary/people.ts';
import type { ModeDraft } from './profile-draft.ts';

export type RateFieldsProps = {
  modes: readonly ModeDraft[];
  path: string;
  errors: Readonly<Record<string, string>>;
  onChange: (modes: ModeDraft[]) => void;
};

const EXPLANATIONS: Record<TeachingModeType, MessageDescriptor> = {
  online: msg`You meet by video call.`,
  'home-visit': msg`You travel to the student.`,
  group: msg`Group sessions can no longer be booked.`,
};

const AFTER_VERIFICATION = msg`You travel to the student. Students can book home visits of verified tutors only.`;

export function RateFields({ modes, path, errors, onChange }: RateFieldsProps) {
  const change = (type: TeachingModeType, part: Partial<ModeDraft>) =>
    onChange(modes.map((mode) => (mode.type === type ? { ...mode, ...part } : mode)));

  return (
    <fieldset>
      <legend>
        <Trans>Teaching modes and rates</Trans>
      </legend>
      <SimpleGrid minColWidth="min(17rem, 100%)" autoFlow="auto-fit" spacing="sm" style={{ alignItems: 'start' }}>
        {modes.map((mode, index) => {
          if (mode.type === 'group') return <GroupMode key={mode.type} rate={Number(mode.rate)} />;
          const ratePath = `${path}.${index}.rate`;
          const error = errors[ratePath];
          return (
            <Mode key={mode.type} mode={mode} onToggle={(enabled) => change(mode.type, { enabled })}>
              {(mode.enabled || error !== undefined) && (
                <RateInput mode={mode} path={ratePath} error={error} onChange={(rate) => change(mode.type, { rate })} />
              )}
            </Mode>
          );
        })}
      </SimpleGrid>
    </fieldset>
  );
}

function Mode({ mode: { type, enabled }, onToggle, children }: { mode: ModeDraft; onToggle: (enabled: boolean) => void; children: ReactNode }) {
  const { i18n } = useLingui();
  const explanation = type === 'home-visit' && !pageConfig().unverifiedHomeVisits ? AFTER_VERIFICATION : EXPLANATIONS[type];
  return (
    <Card radius="md" shadow="none" px="md" py="xs">
      <Switch
        label={
          <>
            <Text span inherit fw={600}>
              {translated(i18n, MODE_LABELS[type])}
            </Text>
            <Text span display="block" size="sm" c="dimmed">
              {i18n._(explanation)}
            </Text>
          </>
        }
        checked={enabled}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      {children}
    </Card>
  );
}

type RateInputProps = { mode: ModeDraft; path: string; error: string | undefined; onChange: (rate: string) => void };

function RateInput({ mode, path, error, onChange }: RateInputProps) {
  const { t, i18n } = useLingui();
  return (
    <TextInput
      mt={4}
      mb="xs"
      label={mode.type === 'online' ? t`Rate for an online hour` : t`Rate for an hour at home`}
      description={error || Number(mode.rate) > 0 ? undefined : t`Students can book this only once it has a rate.`}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      data-path={path}
      data-tabular
      value={mode.rate}
      error={error}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      leftSection={t`Rs.`}
      leftSectionWidth={44}
      rightSection={t`/ hour`}
      rightSectionWidth={i18n.locale === DEFAULT_LOCALE ? 64 : 112}
      onChange={(event) => onChange(toRateText(event.currentTarget.value))}
    />
  );
}

/** `Rs. 1,500` becomes `1500`. `Rs` stays until a digit follows: without it, its dot would begin a fraction. */
function toRateText(text: string): string {
  const compact = text.replace(/[,\s]/g, '');
  return /^rs\.*$/i.test(compact) ? compact : compact.replace(/rs\.?/gi, '');
}

function GroupMode({ rate }: { rate: number }) {
  const { t, i18n } = useLingui();
  const price = formatRupees(rate, i18n.locale);
  return (
    <Card radius="md" shadow="none" px="md" py="xs" style={{ borderStyle: 'dashed' }}>
      <Group component="p" justify="space-between" gap="0 1rem" py={6}>
        <Text span fw={600}>
          {translated(i18n, MODE_LABELS.group)}
        </Text>
        {rate > 0 && <span>{t`${price} / hour`}</span>}
        <Text span w="100%" size="sm" c="dimmed">
          {i18n._(EXPLANATIONS.group)}
        </Text>
      </Group>
    </Card>
  );
}
