import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, Text, UnstyledButton } from '@mantine/core';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import type { Person } from '#shared/contracts/common.ts';

export type IntroductionVideoProps = { video: string; user: Pick<Person, 'name' | 'profileImage'> };

const FRAME = { aspectRatio: '16 / 9', borderRadius: 'var(--mantine-radius-md)', border: 0 };

/** Nothing is asked of YouTube before the press, not even a picture. */
export function IntroductionVideo({ video, user: { name, profileImage } }: IntroductionVideoProps) {
  const { t } = useLingui();
  const [isPlaying, setPlaying] = useState(false);
  return (
    <Box maw="42rem">
      {isPlaying ? (
        <Box
          component="iframe"
          ref={(frame: HTMLIFrameElement | null) => frame?.focus()}
          display="block"
          w="100%"
          style={FRAME}
          title={t`Introduction of ${name}`}
          src={`https://www.youtube-nocookie.com/embed/${video}?autoplay=1&rel=0`}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        <UnstyledButton display="block" w="100%" bg="var(--vidya-sunken)" style={FRAME} onClick={() => setPlaying(true)}>
          <Group component="span" justify="center" gap="md" wrap="nowrap" px="md" h="100%">
            <Avatar name={name} src={profileImage || null} size="5.5rem" alt="" />
            <Group component="span" gap="xs" wrap="nowrap" fw={600} c="var(--vidya-primary-ink)">
              <Play size={28} fill="currentColor" aria-hidden="true" />
              <Trans>Play the introduction</Trans>
            </Group>
          </Group>
        </UnstyledButton>
      )}
      <Text size="sm" c="dimmed" mt={6}>
        <Trans>The video is loaded from YouTube when you press play, not before.</Trans>
      </Text>
    </Box>
  );
}
