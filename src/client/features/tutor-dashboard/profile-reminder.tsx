import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { ClipboardList, X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { browserStorage } from '#client/lib/storage.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { type CompletenessInput, completeness } from '#shared/domain/profile-completeness.ts';
import { translated } from '#shared/domain/texts.ts';

/** The ids of the tutors who dismissed the reminder in this browser, separated by blanks. */
const STORAGE_KEY = 'profile-reminder-dismissed';
const MAX_ITEMS = 4;

export type ProfileReminderProps = {
  profile: CompletenessInput & { user: { id: string }; isVerified: boolean };
  /** Shows nothing, but still ends the dismissal when the profile is complete. */
  isSilent?: boolean;
};

export function ProfileReminder({ profile, isSilent = false }: ProfileReminderProps) {
  const { t, i18n } = useLingui();
  const { percentage, isComplete, missing: labels } = completeness(profile);
  const missing = labels.map((label) => translated(i18n, label));
  const userId = profile.user.id;
  const dismissedIds = useSyncExternalStore(
    browserStorage.subscribe,
    () => browserStorage.read(STORAGE_KEY),
    () => null,
  );
  useEffect(() => {
    if (isComplete) setDismissed(userId, false);
  }, [isComplete, userId]);
  if (isSilent || isComplete || toIds(dismissedIds).includes(userId)) return null;

  function dismiss(): void {
    setDismissed(userId, true);
    // The button goes with the reminder.
    document.getElementById('content')?.focus({ preventScroll: true });
  }
  const otherItems = missing.length - MAX_ITEMS;
  const items = otherItems > 0 ? [...missing.slice(0, MAX_ITEMS), t`+${otherItems} more items`] : missing;

  return (
    <Paper
      component="section"
      pos="relative"
      mb={24}
      px="1.125rem"
      py="md"
      radius="lg"
      bg="var(--vidya-primary-tint)"
      aria-labelledby="profile-reminder"
    >
      <Group align="start" gap="0.875rem" wrap="nowrap">
        <Box visibleFrom="sm" c="var(--vidya-primary-ink)" aria-hidden="true">
          <ClipboardList size={22} />
        </Box>
        <Stack gap="sm">
          <Box pe={36}>
            <Title order={2} size="h4" id="profile-reminder">
              <Trans>Your profile is {percentage}% complete</Trans>
            </Title>
            <Text size="sm" mt={2}>
              {profile.isVerified
                ? t`Add what is missing. You keep your badge meanwhile.`
                : t`Add what is missing to submit your profile for review.`}
            </Text>
            <Group component="ul" gap={6} mt={10}>
              {items.map((item) => (
                <Text key={item} component="li" size="sm" fw={550} px={10} py={2} bdrs="sm" bg="var(--vidya-surface)">
                  {item}
                </Text>
              ))}
            </Group>
          </Box>
          <Group gap="0.5rem">
            <ButtonLink to="/tutor/profile" size="sm">
              <Trans>Complete Profile</Trans>
            </ButtonLink>
            <Button variant="subtle" size="sm" onClick={dismiss}>
              <Trans>Remind me later</Trans>
            </Button>
          </Group>
        </Stack>
      </Group>
      <ActionIcon aria-label={t`Close`} pos="absolute" top={4} right={4} c="inherit" onClick={dismiss}>
        <X size={20} aria-hidden="true" />
      </ActionIcon>
    </Paper>
  );
}

const toIds = (text: string | null): string[] => (text ?? '').split(' ').filter(Boolean);

function setDismissed(userId: string, isDismissed: boolean): void {
  const ids = toIds(browserStorage.read(STORAGE_KEY));
  if (ids.includes(userId) === isDismissed) return;
  const next = isDismissed ? [...ids, userId] : ids.filter((id) => id !== userId);
  if (next.length > 0) browserStorage.write(STORAGE_KEY, next.join(' '));
  else browserStorage.remove(STORAGE_KEY);
}
