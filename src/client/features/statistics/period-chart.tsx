import { Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { ChartPeriod, ChartPoint } from '#shared/contracts/statistics.ts';
import { formatDate } from '#shared/domain/zone.ts';
import classes from './period-chart.module.css';

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const SHORT_MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

const PERIOD_LABELS = { days: 'Day', weeks: 'Week', months: 'Month' } as const satisfies Record<ChartPeriod, string>;
const HEIGHT = 100;

export type ChartPart = { name: string; colour: 'primary' | 'accent'; getValue: (point: ChartPoint) => number };

export type PeriodChartProps = {
  title: string;
  period: ChartPeriod;
  points: readonly ChartPoint[];
  parts: readonly ChartPart[];
  format: (value: number) => string;
};

export function PeriodChart({ title, period, points, parts, format }: PeriodChartProps) {
  const totalOf = (point: ChartPoint) => parts.reduce((sum, { getValue }) => sum + getValue(point), 0);
  const total = points.reduce((sum, point) => sum + totalOf(point), 0);
  const max = Math.max(...points.map(totalOf), 0);
  const middle = points[Math.floor(points.length / 2)];

  return (
    <Stack component="figure" gap="xs" pos="relative" pt="md" style={{ borderTop: '1px solid var(--vidya-border)' }}>
      <Group component="figcaption" align="baseline" gap="0.125rem 0.875rem" fw={600}>
        <span>{title}</span>
        <Text span fw={600} c="var(--vidya-primary-ink)" data-tabular>
          {format(Math.round(total * 100) / 100)}
        </Text>
        {parts.length > 1 && (
          <Group component="span" gap="md" ms="auto" fz="sm" fw={400} c="dimmed" className={classes.legend} aria-hidden="true">
            {parts.map(({ name, colour }) => (
              <span key={name} data-colour={colour}>
                {name}
              </span>
            ))}
          </Group>
        )}
      </Group>
      {max === 0 ? (
        <Text c="dimmed">Nothing in this period yet.</Text>
      ) : (
        <div aria-hidden="true">
          <Text size="xs" c="dimmed">{`Most in a ${PERIOD_LABELS[period].toLowerCase()}: ${format(max)}`}</Text>
          <svg className={classes.columns} viewBox={`0 0 ${points.length * 10} ${HEIGHT}`} preserveAspectRatio="none" role="presentation">
            {points.map((point, index) => (
              <Column
                key={point.from}
                x={index * 10}
                heights={parts.map(({ getValue, colour }) => ({ colour, height: (HEIGHT * getValue(point)) / max }))}
              >
                {`${formatPeriod(point.from, period)}: ${parts.map(({ name, getValue }) => `${name} ${format(getValue(point))}`).join(', ')}`}
              </Column>
            ))}
          </svg>
          <Group justify="space-between" mt={4} fz="xs" c="dimmed">
            {[points[0], middle, points.at(-1)].map((point) => point && <span key={point.from}>{formatShort(point.from, period)}</span>)}
          </Group>
        </div>
      )}
      <VisuallyHidden>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{PERIOD_LABELS[period]}</th>
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
                <th scope="row">{formatPeriod(point.from, period)}</th>
                {parts.map(({ name, getValue }) => (
                  <td key={name}>{format(getValue(point))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Stack>
  );
}

type ColumnProps = { x: number; heights: readonly { colour: ChartPart['colour']; height: number }[]; children: string };

/** Its whole height shows the title, so that small columns can be pointed at. */
function Column({ x, heights, children }: ColumnProps) {
  const tops = heights.map((_, index) => HEIGHT - heights.slice(0, index + 1).reduce((sum, { height }) => sum + height, 0));
  return (
    <g className={classes.column}>
      <title>{children}</title>
      <rect className={classes.ground} x={x} y={0} width={10} height={HEIGHT} />
      {heights.map(({ colour, height }, index) => (
        <rect key={colour} data-colour={colour} x={x + 1} y={tops[index]} width={8} height={height} />
      ))}
    </g>
  );
}

const toDate = (date: string): Date => new Date(`${date}T00:00:00Z`);

function formatPeriod(from: string, period: ChartPeriod): string {
  if (period === 'months') return MONTH.format(toDate(from));
  return period === 'weeks' ? `Week of ${formatDate(from)}` : formatDate(from);
}

const formatShort = (from: string, period: ChartPeriod): string => (period === 'months' ? SHORT_MONTH : SHORT_DAY).format(toDate(from));
