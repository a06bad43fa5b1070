import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { InlineError, SectionCard } from '#client/ui/section-card.tsx';
import type { EarningsView } from '#shared/contracts/bookings.ts';
import { dateFormsOf } from '#shared/domain/date-forms.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { formatMonth } from '#shared/domain/months.ts';
import { textsOf, translated } from '#shared/domain/texts.ts';
import { NO_PAYMENT } from '#shared/messages.ts';
import classes from './earnings-card.module.css';

type Amounts = EarningsView['total'];

const ROWS: readonly { name: MessageDescriptor; explanation: MessageDescriptor; amount: keyof Amounts; isSum?: true }[] = [
  { name: msg`Gross`, explanation: msg`The price of your completed sessions.`, amount: 'gross' },
  { name: msg`Platform fee`, explanation: msg`15% of each session, rounded to the cent.`, amount: 'fee' },
  { name: msg`Net`, explanation: msg`What is left for you: gross less the fee.`, amount: 'net', isSum: true },
];

export function EarningsCard() {
  const { t } = useLingui();
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.bookings.earnings.queryOptions());
  return (
    <SectionCard title={t`Earnings`}>
      {data && <Earnings earnings={data} />}
      {!data && error && <InlineError message={errorMessageWithReason(error, t`Failed to fetch earnings`)} query={{ isFetching, refetch }} />}
      {!data && !error && (
        <Loading label={t`Loading your earnings…`}>
          <Skeleton height={208} mb="lg" />
          <Skeleton height={240} />
        </Loading>
      )}
    </SectionCard>
  );
}

function Earnings({ earnings: { thisMonth, total, cancellationCharges, months } }: { earnings: EarningsView }) {
  const { t, i18n } = useLingui();
  return (
    <>
      <div className={classes.head} aria-hidden="true">
        <span>
          <Trans>This month</Trans>
        </span>
        <span>
          <Trans>In all</Trans>
        </span>
      </div>
      <dl className={classes.rows} data-tabular>
        {ROWS.map(({ name, explanation, amount, isSum }) => (
          <div key={amount} data-sum={isSum}>
            <Term name={i18n._(name)} explanation={i18n._(explanation)} />
            <Amount label={t`This month`} amount={thisMonth[amount]} />
            <Amount label={t`In all`} amount={total[amount]} />
          </div>
        ))}
        <div data-apart>
          <Term name={t`Cancellation charges`} explanation={t`What students owe for sessions cancelled late. Not part of the figures above.`} />
          <Amount label={t`In all`} amount={cancellationCharges} />
        </div>
      </dl>
      <ButtonLink to="/tutor/earnings" variant="default" mt="md" fullWidth>
        <Trans>Earnings by session</Trans>
      </ButtonLink>
      <EarningsChart months={months} />
      <Text size="sm" c="dimmed">
        {`${translated(i18n, NO_PAYMENT)} ${t`Your students pay you directly.`} `}
        <AnchorLink to="/terms">
          <Trans>How the fee works</Trans>
        </AnchorLink>
      </Text>
    </>
  );
}

function Term({ name, explanation }: { name: string; explanation: string }) {
  return (
    <dt>
      {name}
      <Text size="sm" lh={1.4} c="dimmed" span display="block">
        {explanation}
      </Text>
    </dt>
  );
}

function Amount({ label, amount }: { label: string; amount: number }) {
  const { i18n } = useLingui();
  return (
    <dd>
      <span className={classes.label}>{`${label}: `}</span>
      {formatRupees(amount, i18n.locale)}
    </dd>
  );
}

function EarningsChart({ months }: Pick<EarningsView, 'months'>) {
  const { t, i18n } = useLingui();
  const max = Math.max(...months.map(({ gross }) => gross));
  const [first] = months;
  if (!first || max === 0) {
    return (
      <Text c="dimmed" className={classes.chart}>
        <Trans>When you complete a session, its month appears here.</Trans>
      </Text>
    );
  }

  const firstMonth = formatMonth(first.month, textsOf(i18n));
  const { months: monthNames } = dateFormsOf(i18n.locale);
  const columns = [t`Month`, t`Completed sessions`, t`Gross`, t`Platform fee`, t`Net`];

  return (
    <Stack component="figure" gap="sm" pos="relative" className={classes.chart}>
      <Group component="figcaption" justify="space-between" gap="0.25rem 1rem" fw={600}>
        {t`Since ${firstMonth}`}
        <Group component="span" gap="md" fz="sm" fw={400} c="dimmed" className={classes.legend} aria-hidden="true">
          <span data-part="net">
            <Trans>Net</Trans>
          </span>
          <span data-part="fee">
            <Trans>Fee</Trans>
          </span>
        </Group>
      </Group>
      <Stack component="ol" gap="xs" fz="sm" aria-hidden="true">
        {months.map(({ month, gross, fee, net }) => (
          <li key={month} className={classes.month}>
            <Box component="span" c="dimmed">
              {monthNames[Number(month.slice(5)) - 1]}
            </Box>
            <span className={classes.bar}>
              <span data-part="net" style={{ width: `${(100 * net) / max}%` }} />
              <span data-part="fee" style={{ width: `${(100 * fee) / max}%` }} />
            </span>
            <Box component="span" ta="end" data-tabular>
              {gross === 0 ? '–' : formatRupees(net, i18n.locale)}
            </Box>
          </li>
        ))}
      </Stack>
      <VisuallyHidden>
        <table>
          <caption>
            <Trans>Earnings by month</Trans>
          </caption>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, sessions, gross, fee, net }) => (
              <tr key={month}>
                <th scope="row">{formatMonth(month, textsOf(i18n))}</th>
                <td>{sessions}</td>
                <td>{formatRupees(gross, i18n.locale)}</td>
                <td>{formatRupees(fee, i18n.locale)}</td>
                <td>{formatRupees(net, i18n.locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Stack>
  );
}
