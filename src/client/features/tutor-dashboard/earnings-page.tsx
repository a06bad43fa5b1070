import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download, Printer, Wallet } from 'lucide-react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useAccount } from '#client/lib/session/session.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import { Page } from '#client/ui/page.tsx';
import { Empty, Loading, QueryError, Skeletons } from '#client/ui/page-state.tsx';
import { saveFile } from '#client/ui/save-file.ts';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { toast } from '#client/ui/toasts.ts';
import type { EarningsMonth } from '#shared/contracts/bookings.ts';
import { addMonths, formatMonth, isMonth, monthOf } from '#shared/domain/months.ts';
import { textsOf, translated } from '#shared/domain/texts.ts';
import { cityOf, wallClock } from '#shared/domain/zone.ts';
import { NO_PAYMENT } from '#shared/messages.ts';
import classes from './earnings-page.module.css';
import { CancelledSessions, CompletedSessions, MonthTotals } from './earnings-sessions.tsx';

export type EarningsPageProps = { month: string | undefined };

export function EarningsPage({ month }: EarningsPageProps) {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const city = cityOf(zone, textsOf(i18n));
  const thisMonth = monthOf(wallClock(useMinuteClock(), zone).date);
  const shown = month !== undefined && isMonth(month) && month < thisMonth ? month : thisMonth;
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.bookings.earningsMonth.queryOptions({ month: shown }));
  const hasSessions = data !== undefined && data.completed.length + data.cancelled.length > 0;

  return (
    <div className={classes.page}>
      <Page
        title={t`Earnings`}
        intro={t`Each session counts in the month in which it begins. Times are in ${city} time.`}
        actions={hasSessions && <StatementButtons month={shown} />}
      >
        <StatementHead month={shown} zone={zone} />
        <MonthLinks month={shown} isLast={shown === thisMonth} />
        {!data && error && (
          <QueryError
            title={t`Your earnings could not be loaded`}
            message={errorMessageWithReason(error, t`Failed to fetch earnings`)}
            query={{ isFetching, refetch }}
          />
        )}
        {!data && !error && (
          <Loading label={t`Loading your earnings…`}>
            <Skeletons count={6} height={64} gap="xs" />
          </Loading>
        )}
        {data && (hasSessions ? <Statement earnings={data} zone={zone} /> : <NoSessions isThisMonth={shown === thisMonth} />)}
      </Page>
    </div>
  );
}

function StatementButtons({ month }: { month: string }) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const download = useOneAtATime(async () => {
    try {
      const { name, text } = await queryClient.fetchQuery(trpc.bookings.earningsFile.queryOptions({ month }));
      saveFile({ name, type: 'text/csv;charset=utf-8', text });
    } catch (error) {
      toast.error(errorMessageWithReason(error, t`The file could not be made. Please try again.`));
    }
  });
  return (
    <Group gap="xs" className={classes.screen}>
      <Button variant="default" leftSection={<Download size={18} aria-hidden="true" />} onClick={() => void download()}>
        <Trans>Download CSV</Trans>
      </Button>
      <Button variant="default" leftSection={<Printer size={18} aria-hidden="true" />} onClick={() => window.print()}>
        <Trans>Print statement</Trans>
      </Button>
    </Group>
  );
}

/** On paper, instead of the title and the links of the page. */
function StatementHead({ month, zone }: { month: string; zone: string }) {
  const { i18n } = useLingui();
  const { name } = useAccount();
  const { appName } = pageConfig();
  const [monthName, city] = [formatMonth(month, textsOf(i18n)), cityOf(zone, textsOf(i18n))];
  return (
    <header className={classes.paper}>
      <p className={classes.paperTitle}>
        <Trans>
          {appName}: statement of sessions, {monthName}
        </Trans>
      </p>
      <p>{name}</p>
      <p>
        <Trans>
          Each session counts in the month in which it begins. Times are in {city} time ({zone}).
        </Trans>
      </p>
    </header>
  );
}

function MonthLinks({ month, isLast }: { month: string; isLast: boolean }) {
  const { t, i18n } = useLingui();
  return (
    <Group justify="space-between" gap="0.5rem 1rem" className={classes.screen}>
      <Title order={2} size="h3" aria-live="polite">
        {formatMonth(month, textsOf(i18n))}
      </Title>
      <Group component="nav" gap={6} aria-label={t`Month`}>
        <ButtonLink
          to="/tutor/earnings"
          search={{ month: addMonths(month, -1) }}
          variant="default"
          leftSection={<ChevronLeft size={18} aria-hidden="true" />}
        >
          <Trans>Previous</Trans>
        </ButtonLink>
        {!isLast && (
          <ButtonLink
            to="/tutor/earnings"
            search={{ month: addMonths(month, 1) }}
            variant="default"
            rightSection={<ChevronRight size={18} aria-hidden="true" />}
          >
            <Trans>Next</Trans>
          </ButtonLink>
        )}
      </Group>
    </Group>
  );
}

function Statement({ earnings, zone }: { earnings: EarningsMonth; zone: string }) {
  const { t, i18n } = useLingui();
  return (
    <Stack gap="xl">
      <MonthTotals earnings={earnings} />
      {earnings.completed.length > 0 && <CompletedSessions earnings={earnings} zone={zone} />}
      {earnings.cancelled.length > 0 && <CancelledSessions earnings={earnings} zone={zone} />}
      <Text size="sm" c="dimmed">
        {`${translated(i18n, NO_PAYMENT)} ${t`Your students pay you directly. These figures are what you earned or are owed, not what you have received.`} `}
        <Box component="span" className={classes.screen}>
          <AnchorLink to="/terms">
            <Trans>How the fee works</Trans>
          </AnchorLink>
        </Box>
      </Text>
    </Stack>
  );
}

function NoSessions({ isThisMonth }: { isThisMonth: boolean }) {
  const { t } = useLingui();
  return (
    <Empty
      icon={<Wallet size={26} />}
      title={isThisMonth ? t`No earnings yet this month` : t`No earnings this month`}
      text={t`Sessions appear here when you complete them, and late cancellations when your student owes you something.`}
    />
  );
}
