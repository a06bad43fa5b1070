import { z } from 'zod';
import { rupees } from './common.ts';

export const publicStats = z.object({ totalTutors: z.number(), activeSubjects: z.number(), averageRating: z.number(), totalReviews: z.number() });
export type PublicStats = z.infer<typeof publicStats>;

/** What an admin sees first; tutors verified or not, bookings whatever became of them, revenue of completed ones. */
export const dashboardStats = z.object({
  totalTutors: z.number(),
  totalStudents: z.number(),
  activeSubjects: z.number(),
  pendingVerifications: z.number(),
  totalBookings: z.number(),
  totalRevenue: rupees,
});
export type DashboardStats = z.infer<typeof dashboardStats>;

/** The last 30 days by day, 12 weeks by week, 12 months by month; the present one is the last of them. */
export const CHART_PERIODS = ['days', 'weeks', 'months'] as const;
export type ChartPeriod = (typeof CHART_PERIODS)[number];

export const chartsInput = z.object({ period: z.enum(CHART_PERIODS).default('days') }).prefault({});
export type ChartsInput = z.infer<typeof chartsInput>;

export const chartPoint = z.object({
  /** The first day of it, in the platform's zone. */
  from: z.string(),
  /** Requests that were made. */
  bookings: z.number(),
  /** Of completed sessions, by their start. */
  revenue: rupees,
  students: z.number(),
  tutors: z.number(),
});
export type ChartPoint = z.infer<typeof chartPoint>;
export const chartsView = z.object({ points: z.array(chartPoint) });
export type ChartsView = z.infer<typeof chartsView>;

/** How many wait, counted up to a limit, and since when the first of them does. */
export const waitingCount = z.object({ count: z.number(), isMore: z.boolean(), since: z.date().nullable() });
export type WaitingCount = z.infer<typeof waitingCount>;

/** What waits for an admin. */
export const waitingView = z.object({
  toReview: waitingCount,
  changed: waitingCount,
  /** Of all kinds. */
  reports: waitingCount,
  /** Work that was given up. */
  deadJobs: waitingCount,
});
export type WaitingView = z.infer<typeof waitingView>;
