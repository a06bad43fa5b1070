import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, List, Paper, SimpleGrid, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { translated } from '#shared/domain/texts.ts';
import { WEEKDAYS, type Weekday } from '#shared/vocabulary/weekdays.ts';
import { formatSlots, type Week } from './week-slots.ts';

type CopyDialogProps = { opened: boolean; title: string; canCopy: boolean; onCopy: () => void; onClose: () => void; children: ReactNode };

function CopyDialog({ opened, title, canCopy, onCopy, onClose, children }: CopyDialogProps) {
  return (
    <Dialog
      opened={opened}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button disabled={!canCopy} onClick={onCopy}>
            <Trans>Copy</Trans>
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

const WORKING_DAYS = WEEKDAYS.slice(0, 5);

export type CopyDayDialogProps = {
  opened: boolean;
  day: Weekday;
  week: Week;
  onCopy: (days: Weekday[]) => void;
  onClose: () => void;
};

export function CopyDayDialog({ opened, day, week, onCopy, onClose }: CopyDayDialogProps) {
  const { t, i18n } = useLingui();
  const [chosen, setChosen] = useState<readonly Weekday[]>([]);
  const others = WEEKDAYS.filter((other) => other !== day);

  return (
    <CopyDialog opened={opened} title={i18n._(TITLES[day])} canCopy={chosen.length > 0} onCopy={() => onCopy([...chosen])} onClose={onClose}>
      <Text mb="sm" fw={600} data-tabular>
        {formatSlots(week[day], i18n.locale)}
      </Text>
      <Group gap="xs" mb="sm">
        <Button variant="default" size="sm" onClick={() => setChosen(others.filter((other) => WORKING_DAYS.includes(other)))}>
          <Trans>Weekdays</Trans>
        </Button>
        <Button variant="default" size="sm" onClick={() => setChosen(others)}>
          <Trans>Every day</Trans>
        </Button>
      </Group>
      <fieldset>
        <legend>
          <Trans>To these days</Trans>
        </legend>
        <SimpleGrid minColWidth="min(9rem, 100%)" spacing={0}>
          {others.map((other) => (
            <Checkbox
              key={other}
              label={translated(i18n, other)}
              checked={chosen.includes(other)}
              onChange={(event) => setChosen(event.currentTarget.checked ? [...chosen, other] : chosen.filter((day) => day !== other))}
            />
          ))}
        </SimpleGrid>
      </fieldset>
      <div role="status">
        {chosen.length === 0 && (
          <Text mt="xs" c="dimmed">
            <Trans>Choose at least one day.</Trans>
          </Text>
        )}
        <Replaced title={t`This replaces the current hours of these days:`} week={week} days={chosen} />
      </div>
    </CopyDialog>
  );
}

const TITLES: Record<Weekday, MessageDescriptor> = {
  Monday: msg`Copy Monday's hours`,
  Tuesday: msg`Copy Tuesday's hours`,
  Wednesday: msg`Copy Wednesday's hours`,
  Thursday: msg`Copy Thursday's hours`,
  Friday: msg`Copy Friday's hours`,
  Saturday: msg`Copy Saturday's hours`,
  Sunday: msg`Copy Sunday's hours`,
};

function Replaced({ title, week, days }: { title: string; week: Week; days: readonly Weekday[] }) {
  const { i18n } = useLingui();
  const replaced = WEEKDAYS.filter((day) => days.includes(day) && week[day].length > 0);
  if (replaced.length === 0) return null;
  return (
    <Paper mt="sm" p="sm" radius="md" bg="var(--vidya-warning-tint)" c="var(--vidya-warning-ink)" data-tabular>
      <Text fw={600}>{title}</Text>
      <List mt={4} spacing={0}>
        {replaced.map((day) => (
          <List.Item key={day}>{`${translated(i18n, day)}: ${formatSlots(week[day], i18n.locale)}`}</List.Item>
        ))}
      </List>
    </Paper>
  );
}
