import { z } from 'zod';
import { rupees } from './common.ts';

export const publicStats = z.object({ totalTutors: z.number(), activeSubjects: z.number(), averageRating: z.number(), totalReviews: z.number() });
export type PublicStats = z.infer<typeof publicStats>;

export const dashboardStats = z.object({
  totalTutors: z.number(),
  totalStudents: z.number(),
  activeSubjects: z.number(),
  pendingVerifications: z.number(),
  totalBookings: z.number(),
  totalRevenue: rupees,
});
export type DashboardStats = z.infer<typeof dashboardStats>;

export const CHART_PERIODS = ['days', 'weeks', 'months'] as const;
export type ChartPeriod = (typeof CHART_PERIODS)[number];

export const chartsInput = z.object({ period: z.enum(CHART_PERIODS).default('days') }).prefault({});
export type ChartsInput = z.infer<typeof chartsInput>;

export const chartPoint = z.object({
  from: z.string(),
  bookings: z.number(),
  /** Completed sessions, by start time. */
  revenue: rupees,
  students: z.number(),
  tutors: z.number(),
});
export type ChartPoint = z.infer<typeof chartPoint>;
export const chartsView = z.object({ points: z.array(chartPoint) });
export type ChartsView = z.infer<typeof chartsView>;

export const waitingCount = z.object({ count: z.number(), isMore: z.boolean(), since: z.date().nullable() });
export type WaitingCount = z.infer<typeof waitingCount>;

export const waitingView = z.object({
  toReview: waitingCount,
  changed: waitingCount,
  reports: waitingCount,
  deadJobs: waitingCount,
});
export type WaitingView = z.infer<typeof waitingView>;
