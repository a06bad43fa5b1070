import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useViewer } from '#client/lib/session/session.ts';
import { Heart, type HeartProps } from './heart.tsx';

export function useHearts(): ((tutor: HeartProps['tutor']) => ReactNode) | undefined {
  const viewer = useViewer();
  if (viewer && viewer.role !== 'student') return undefined;
  return (tutor) => (
    // As wide as a finger, and in the way of the name no more than the heart itself.
    <Box component="span" display="block" w="2.75rem" h="2.75rem" m="-0.625rem -0.625rem 0">
      <Heart tutor={tutor} />
    </Box>
  );
}
