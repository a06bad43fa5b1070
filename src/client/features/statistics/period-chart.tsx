import { VisuallyHidden } from '@mantine/core';
import type { ChartPeriod, ChartPoint } from '#shared/contracts/statistics.ts';
import { formatDate } from '#shared/domain/zone.ts';
import classes from './period-chart.module.css';

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const SHORT_MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

const ONE_OF = { days: 'Day', weeks: 'Week', months: 'Month' } as const satisfies Record<ChartPeriod, string>;
const HEIGHT = 100;

export type ChartPart = { name: string; colour: 'primary' | 'accent'; countOf: (point: ChartPoint) => number };

export type PeriodChartProps = {
  title: string;
  period: ChartPeriod;
  points: readonly ChartPoint[];
  /** Stand one on the other. */
  parts: readonly ChartPart[];
  inWords: (value: number) => string;
};

/** Columns for the eye; a table says the same to those who cannot see them. */
export function PeriodChart({ title, period, points, parts, inWords }: PeriodChartProps) {
  const totalOf = (point: ChartPoint) => parts.reduce((sum, { countOf }) => sum + countOf(point), 0);
  const total = points.reduce((sum, point) => sum + totalOf(point), 0);
  const most = Math.max(...points.map(totalOf), 0);
  const middle = points[Math.floor(points.length / 2)];

  return (
    <figure className={classes.chart}>
      <figcaption className={classes.caption}>
        <span className={classes.title}>{title}</span>
        <span className={classes.total}>{inWords(Math.round(total * 100) / 100)}</span>
        {parts.length > 1 && (
          <span className={classes.key} aria-hidden="true">
            {parts.map(({ name, colour }) => (
              <span key={name} data-colour={colour}>
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      {most === 0 ? (
        <p className={classes.none}>Nothing in this time yet.</p>
      ) : (
        <div aria-hidden="true">
          <p className={classes.most}>{`Most in a ${ONE_OF[period].toLowerCase()}: ${inWords(most)}`}</p>
          <svg className={classes.columns} viewBox={`0 0 ${points.length * 10} ${HEIGHT}`} preserveAspectRatio="none" role="presentation">
            {points.map((point, index) => (
              <Column
                key={point.from}
                left={index * 10}
                heights={parts.map(({ countOf, colour }) => ({ colour, height: (HEIGHT * countOf(point)) / most }))}
              >
                {`${periodName(point.from, period)}: ${parts.map((part) => `${part.name} ${inWords(part.countOf(point))}`).join(', ')}`}
              </Column>
            ))}
          </svg>
          <div className={classes.axis}>
            {[points[0], middle, points.at(-1)].map((point) => point && <span key={point.from}>{shortName(point.from, period)}</span>)}
          </div>
        </div>
      )}
      <VisuallyHidden>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{ONE_OF[period]}</th>
              {parts.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.from}>
                <th scope="row">{periodName(point.from, period)}</th>
                {parts.map(({ name, countOf }) => (
                  <td key={name}>{inWords(countOf(point))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}

type ColumnProps = { left: number; heights: readonly { colour: ChartPart['colour']; height: number }[]; children: string };

/** The whole height answers to the pointer, so that small columns can be pointed at. */
function Column({ left, heights, children }: ColumnProps) {
  let foot = HEIGHT;
  return (
    <g className={classes.column}>
      <title>{children}</title>
      <rect className={classes.ground} x={left} y={0} width={10} height={HEIGHT} />
      {heights.map(({ colour, height }) => {
        foot -= height;
        return <rect key={colour} data-colour={colour} x={left + 1} y={foot} width={8} height={height} />;
      })}
    </g>
  );
}

const at = (date: string): Date => new Date(`${date}T00:00:00Z`);

function periodName(from: string, period: ChartPeriod): string {
  if (period === 'months') return MONTH.format(at(from));
  return period === 'weeks' ? `Week of ${formatDate(from)}` : formatDate(from);
}

const shortName = (from: string, period: ChartPeriod): string => (period === 'months' ? SHORT_MONTH : SHORT_DAY).format(at(from));
