import { Box, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { InlineError, SectionCard } from '#client/ui/section-card.tsx';
import type { EarningsView } from '#shared/contracts/bookings.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { formatMonth } from '#shared/domain/months.ts';
import { NO_PAYMENT } from '#shared/messages.ts';
import classes from './earnings-card.module.css';

type Amounts = EarningsView['total'];

const ROWS: readonly { name: string; explanation: string; amount: keyof Amounts; isSum?: true }[] = [
  { name: 'Gross', explanation: 'The price of your completed sessions.', amount: 'gross' },
  { name: 'Platform fee', explanation: '15% of each session, rounded to the cent.', amount: 'fee' },
  { name: 'Net', explanation: 'What is left for you: gross less the fee.', amount: 'net', isSum: true },
];

const SHORT_MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

export function EarningsCard() {
  const { data, error, isFetching, refetch } = trpc.bookings.earnings.useQuery();
  return (
    <SectionCard title="Earnings">
      {data && <Earnings earnings={data} />}
      {!data && error && <InlineError message={errorMessageWithReason(error, 'Failed to fetch earnings')} query={{ isFetching, refetch }} />}
      {!data && !error && (
        <Loading label="Loading your earnings…">
          <Skeleton height={208} mb="lg" />
          <Skeleton height={240} />
        </Loading>
      )}
    </SectionCard>
  );
}

function Earnings({ earnings: { thisMonth, total, cancellationCharges, months } }: { earnings: EarningsView }) {
  return (
    <>
      <div className={classes.head} aria-hidden="true">
        <span>This month</span>
        <span>In all</span>
      </div>
      <dl className={classes.rows} data-tabular>
        {ROWS.map(({ name, explanation, amount, isSum }) => (
          <div key={name} data-sum={isSum}>
            <Term name={name} explanation={explanation} />
            <Amount label="This month" amount={thisMonth[amount]} />
            <Amount label="In all" amount={total[amount]} />
          </div>
        ))}
        <div data-apart>
          <Term name="Cancellation charges" explanation="What students owe for sessions cancelled late. Not part of the figures above." />
          <Amount label="In all" amount={cancellationCharges} />
        </div>
      </dl>
      <ButtonLink to="/tutor/earnings" variant="default" mt="md" fullWidth>
        Earnings by session
      </ButtonLink>
      <EarningsChart months={months} />
      <Text size="sm" c="dimmed">
        {`${NO_PAYMENT} Your students pay you directly. `}
        <AnchorLink to="/terms">How the fee works</AnchorLink>
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
  return (
    <dd>
      <span className={classes.label}>{`${label}: `}</span>
      {formatRupees(amount)}
    </dd>
  );
}

function EarningsChart({ months }: Pick<EarningsView, 'months'>) {
  const max = Math.max(...months.map(({ gross }) => gross));
  const [first] = months;
  if (!first || max === 0) {
    return (
      <Text c="dimmed" className={classes.chart}>
        When you complete a session, its month appears here.
      </Text>
    );
  }

  return (
    <Stack component="figure" gap="sm" pos="relative" className={classes.chart}>
      <Group component="figcaption" justify="space-between" gap="0.25rem 1rem" fw={600}>
        {`Since ${formatMonth(first.month)}`}
        <Group component="span" gap="md" fz="sm" fw={400} c="dimmed" className={classes.legend} aria-hidden="true">
          <span data-part="net">Net</span>
          <span data-part="fee">Fee</span>
        </Group>
      </Group>
      <Stack component="ol" gap="xs" fz="sm" aria-hidden="true">
        {months.map(({ month, gross, fee, net }) => (
          <li key={month} className={classes.month}>
            <Box component="span" c="dimmed">
              {SHORT_MONTH.format(toDate(month))}
            </Box>
            <span className={classes.bar}>
              <span data-part="net" style={{ width: `${(100 * net) / max}%` }} />
              <span data-part="fee" style={{ width: `${(100 * fee) / max}%` }} />
            </span>
            <Box component="span" ta="end" data-tabular>
              {gross === 0 ? '–' : formatRupees(net)}
            </Box>
          </li>
        ))}
      </Stack>
      <VisuallyHidden>
        <table>
          <caption>Earnings by month</caption>
          <thead>
            <tr>
              {['Month', 'Completed sessions', 'Gross', 'Platform fee', 'Net'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, sessions, gross, fee, net }) => (
              <tr key={month}>
                <th scope="row">{formatMonth(month)}</th>
                <td>{sessions}</td>
                <td>{formatRupees(gross)}</td>
                <td>{formatRupees(fee)}</td>
                <td>{formatRupees(net)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Stack>
  );
}

const toDate = (month: string): Date => new Date(`${month}-01T00:00:00Z`);
