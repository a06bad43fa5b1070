import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, Skeleton, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { Loading } from '#client/ui/page-state.tsx';
import { InlineError } from '#client/ui/section-card.tsx';
import { translated, translatedName } from '#shared/domain/texts.ts';
import { ERRORS } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { CheckChip, LiveError } from './fields.tsx';
import { useSubjectTopics } from './use-teaching-catalogue.ts';

type Topic = { id: string; name: string };

export type TopicChipsProps = {
  subject: { id: string; name: string };
  chosen: readonly Topic[];
  path: string;
  error?: string | undefined;
  onChange: (topics: Topic[]) => void;
};

export function TopicChips({ subject, chosen, path, error, onChange }: TopicChipsProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const { topics, isPending, error: loadError, isRetrying, retry } = useSubjectTopics(subject.id);
  // Keeps a topic that is no longer offered on the list, so that it can be chosen again.
  const [initial] = useState(chosen);
  const [refused, setRefused] = useState<readonly Topic[] | null>(null);
  const [count, most, subjectName] = [chosen.length, LIMITS.topicsPerSubject, translatedName(i18n, subject.name)];
  const shown = uniqueById([...topics, ...initial, ...chosen]);
  const message =
    error ?? (refused === chosen || chosen.length > LIMITS.topicsPerSubject ? translated(i18n, ERRORS['tutor.too_many_topics'].message) : undefined);

  function toggle(topic: Topic): void {
    const isChosen = chosen.some((other) => other.id === topic.id);
    const isFull = !isChosen && chosen.length >= LIMITS.topicsPerSubject;
    setRefused(isFull ? chosen : null);
    if (isFull) return;
    onChange(isChosen ? chosen.filter((other) => other.id !== topic.id) : [...chosen, { id: topic.id, name: topic.name }]);
  }

  return (
    <fieldset aria-describedby={message ? `${id}-error` : undefined} data-path={path} tabIndex={-1} style={{ outlineOffset: 6 }}>
      <legend>
        <Trans>Topics</Trans>
      </legend>
      <Text mb={10} size="sm" c="dimmed">
        <Trans>
          {count} of {most} chosen
        </Trans>
      </Text>
      <Group gap="xs">
        {shown.map((topic) => (
          <CheckChip
            key={topic.id}
            label={translatedName(i18n, topic.name)}
            checked={chosen.some((other) => other.id === topic.id)}
            onChange={() => toggle(topic)}
          />
        ))}
      </Group>
      {isPending && !loadError && (
        <Loading label={t`Loading topics of ${subjectName}…`}>
          <Group gap="xs" mt={shown.length > 0 ? 'xs' : 0}>
            {[88, 120, 104].map((width) => (
              <Skeleton key={width} height={44} width={width} radius="xl" />
            ))}
          </Group>
        </Loading>
      )}
      {!isPending && shown.length === 0 && (
        <Text mb={10} size="sm" c="dimmed">
          <Trans>This subject has no topics to choose from yet.</Trans>
        </Text>
      )}
      {loadError && (
        <Box mt="xs">
          <InlineError message={loadError} query={{ isFetching: isRetrying, refetch: retry }} />
        </Box>
      )}
      <LiveError id={`${id}-error`} mt="xs">
        {message}
      </LiveError>
    </fieldset>
  );
}

function uniqueById(topics: readonly Topic[]): Topic[] {
  return topics.filter(({ id }, index) => topics.findIndex((other) => other.id === id) === index);
}
