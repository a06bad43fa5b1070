import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { Switch } from '#client/ui/switch.tsx';
import { formatRupees } from '#shared/domain/money.ts';
import { MODE_LABELS } from '#shared/domain/rates.ts';
import type { TeachingModeType } from '#shared/vocabulary/people.ts';
import type { ModeDraft } from './profile-draft.ts';
import classes from './rate-fields.module.css';
import { typedRate } from './teaching-words.ts';

export type RateFieldsProps = {
  modes: readonly ModeDraft[];
  /** Of the contract, for whoever looks for a field. */
  path: string;
  errors: Readonly<Record<string, string>>;
  onChange: (modes: ModeDraft[]) => void;
};

const WHERE: Record<TeachingModeType, string> = {
  online: 'You meet by video call.',
  'home-visit': 'You travel to the student.',
  group: 'Group sessions can no longer be booked.',
};

const AFTER_VERIFICATION = 'You travel to the student. Students can book home visits of verified tutors only.';

/** How a tutor teaches a subject, and for how much an hour. */
export function RateFields({ modes, path, errors, onChange }: RateFieldsProps) {
  const change = (index: number, part: Partial<ModeDraft>) => onChange(modes.map((mode, place) => (place === index ? { ...mode, ...part } : mode)));

  return (
    <fieldset className={classes.modes}>
      <legend>Teaching modes and rates</legend>
      <div className={classes.list}>
        {modes.map((mode, index) => {
          if (mode.type === 'group') return <GroupMode key={mode.type} mode={mode} />;
          const ratePath = `${path}.${index}.rate`;
          const isShown = mode.enabled || errors[ratePath] !== undefined;
          return (
            <Mode key={mode.type} mode={mode} onToggle={(enabled) => change(index, { enabled })}>
              {isShown && <Rate mode={mode} path={ratePath} error={errors[ratePath]} onChange={(rate) => change(index, { rate })} />}
            </Mode>
          );
        })}
      </div>
    </fieldset>
  );
}

function Mode({ mode, onToggle, children }: { mode: ModeDraft; onToggle: (enabled: boolean) => void; children: ReactNode }) {
  return (
    <div className={classes.mode}>
      <Switch
        label={
          <>
            {MODE_LABELS[mode.type]}
            <small>{mode.type === 'home-visit' && !pageConfig().unverifiedHomeVisits ? AFTER_VERIFICATION : WHERE[mode.type]}</small>
          </>
        }
        checked={mode.enabled}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      {children}
    </div>
  );
}

function Rate({ mode, path, error, onChange }: { mode: ModeDraft; path: string; error: string | undefined; onChange: (rate: string) => void }) {
  return (
    <TextInput
      className={classes.rate}
      label={mode.type === 'online' ? 'Rate for an online hour' : 'Rate for an hour at home'}
      description={error || Number(mode.rate) > 0 ? undefined : 'Students can book this only once it has a rate.'}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      data-path={path}
      value={mode.rate}
      error={error}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      leftSection="Rs."
      leftSectionWidth={44}
      rightSection="/ hour"
      rightSectionWidth={64}
      onChange={(event) => onChange(typedRate(event.currentTarget.value))}
    />
  );
}

function GroupMode({ mode }: { mode: ModeDraft }) {
  return (
    <div className={classes.mode} data-past>
      <p className={classes.group}>
        <span>{MODE_LABELS.group}</span>
        {Number(mode.rate) > 0 && <span>{`${formatRupees(Number(mode.rate))} / hour`}</span>}
        <small>{WHERE.group}</small>
      </p>
    </div>
  );
}
