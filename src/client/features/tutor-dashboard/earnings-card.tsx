import { Skeleton } from '@mantine/core';
import classes from '#client/features/tutor-dashboard/earnings-card.module.css';
import { EarningsChart } from '#client/features/tutor-dashboard/earnings-chart.tsx';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { AnchorLink } from '#client/ui/links.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { InlineError, SectionCard } from '#client/ui/section-card.tsx';
import type { EarningsView } from '#shared/contracts/bookings.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { NO_PAYMENT } from '#shared/messages.ts';

type Figures = EarningsView['total'];
type FiguresRow = { name: string; explanation: string; figure: (of: Figures) => string; isSum?: true };

const ROWS: readonly FiguresRow[] = [
  { name: 'Gross', explanation: 'The price of your completed sessions.', figure: ({ gross }) => formatRupees(gross) },
  { name: 'Platform fee', explanation: '15% of each session, rounded to the cent.', figure: ({ fee }) => formatRupees(fee) },
  { name: 'Net', explanation: 'What is left for you: gross less the fee.', figure: ({ net }) => formatRupees(net), isSum: true },
];

export function EarningsCard() {
  const { data, error, isFetching, refetch } = trpc.bookings.earnings.useQuery();
  return (
    <SectionCard title="Earnings">
      {data && <Earnings earnings={data} />}
      {!data && error && (
        <InlineError message={errorMessageWithReason(error, 'Failed to fetch earnings')} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
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
      <div className={classes.columns} aria-hidden="true">
        <span>This month</span>
        <span>In all</span>
      </div>
      <dl className={classes.figures}>
        {ROWS.map(({ name, explanation, figure, isSum }) => (
          <div key={name} data-sum={isSum}>
            <dt>
              {name}
              <span className={classes.explanation}>{explanation}</span>
            </dt>
            <Figure of="This month" text={figure(thisMonth)} />
            <Figure of="In all" text={figure(total)} />
          </div>
        ))}
        <div data-apart>
          <dt>
            Cancellation charges
            <span className={classes.explanation}>Kept of sessions that were cancelled late. In none of the figures above.</span>
          </dt>
          <Figure of="In all" text={formatRupees(cancellationCharges)} />
        </div>
      </dl>
      <EarningsChart months={months} />
      <p className={classes.note}>
        {`${NO_PAYMENT} Your students pay you directly. `}
        <AnchorLink to="/terms">How the fee works</AnchorLink>
      </p>
    </>
  );
}

function Figure({ of, text }: { of: string; text: string }) {
  return (
    <dd>
      <span className={classes.of}>{`${of}: `}</span>
      {text}
    </dd>
  );
}
