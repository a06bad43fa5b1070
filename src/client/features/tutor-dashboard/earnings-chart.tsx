import { VisuallyHidden } from '@mantine/core';
import classes from '#client/features/tutor-dashboard/earnings-chart.module.css';
import type { EarningsView } from '#shared/contracts/bookings.ts';
import { formatRupees } from '#shared/domain/money.ts';

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

export type EarningsChartProps = { months: EarningsView['months'] };

/** Bars for the eye; a table says the same to those who cannot see them. */
export function EarningsChart({ months }: EarningsChartProps) {
  const most = Math.max(...months.map(({ gross }) => gross));
  const [first] = months;
  if (!first || most === 0) {
    return <p className={classes.none}>When you complete a session, the month in which it was held shows here.</p>;
  }

  return (
    <figure className={classes.chart}>
      <figcaption className={classes.caption}>
        {`Since ${MONTH.format(firstDayOf(first.month))}`}
        <span className={classes.key} aria-hidden="true">
          <span data-part="net">Net</span>
          <span data-part="fee">Fee</span>
        </span>
      </figcaption>
      <ol className={classes.months} aria-hidden="true">
        {months.map(({ month, gross, fee, net }) => (
          <li key={month}>
            <span className={classes.month}>{SHORT.format(firstDayOf(month))}</span>
            <span className={classes.bar}>
              <span data-part="net" style={{ width: `${(100 * net) / most}%` }} />
              <span data-part="fee" style={{ width: `${(100 * fee) / most}%` }} />
            </span>
            <span className={classes.amount}>{gross === 0 ? '–' : formatRupees(net)}</span>
          </li>
        ))}
      </ol>
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
                <th scope="row">{MONTH.format(firstDayOf(month))}</th>
                <td>{sessions}</td>
                <td>{formatRupees(gross)}</td>
                <td>{formatRupees(fee)}</td>
                <td>{formatRupees(net)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}

const firstDayOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);
