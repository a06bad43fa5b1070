import { useLingui } from '@lingui/react/macro';
import { Container, Skeleton, Stack } from '@mantine/core';
import { Loading } from '#client/ui/page-state.tsx';
import classes from './profile-layout.module.css';

/** Pending components of routes are in the first chunk: keep it small. */
export function ProfileLoading() {
  const { t } = useLingui();
  return (
    <Container pt={{ base: '3.75rem', sm: '4rem' }}>
      <Loading label={t`Loading profile…`}>
        <div className={classes.card}>
          <div className={classes.portrait} style={{ aspectRatio: 1 }}>
            <Skeleton height="100%" />
          </div>
          <Stack gap="0.875rem">
            <Skeleton height={34} width="60%" />
            <Skeleton height={18} width="80%" />
            <Skeleton height={18} width="45%" />
          </Stack>
          <Stack gap="0.875rem" className={classes.offer}>
            <Skeleton height={20} />
            <Skeleton height={20} />
            <Skeleton height={44} />
          </Stack>
        </div>
        <div className={classes.columns}>
          <Stack gap="0.875rem">
            <Skeleton height={44} width="80%" />
            <Skeleton height={18} />
            <Skeleton height={18} width="94%" />
            <Skeleton height={18} width="88%" />
            <Skeleton height={18} width="52%" />
          </Stack>
          <Skeleton height={220} />
        </div>
      </Loading>
    </Container>
  );
}

export function AvailabilityLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading times…`}>
      <Skeleton height="14.5rem" />
      <Skeleton height="1.25rem" width="60%" mt="md" />
      <Skeleton height="2.75rem" mt="sm" />
    </Loading>
  );
}
