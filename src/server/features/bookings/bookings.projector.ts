import type { Projector } from '#server/core/events.ts';

export const bookingsProjector: Projector = async () => {};
