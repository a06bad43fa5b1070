import type { ComponentType } from 'react';
import type { BookingDetails, BookingView } from '#shared/contracts/bookings.ts';

export type BadgesProps = { booking: BookingView; now: Date };
export type TimelineProps = { booking: BookingDetails; now: Date; zone: string };

/** What is shown of a booking everywhere in the same way. */
export type DeskParts = { Badges: ComponentType<BadgesProps>; Timeline: ComponentType<TimelineProps>; Problems: ComponentType<TimelineProps> };
