import type { Projector } from '#server/core/events.ts';

export const mailProjector: Projector = async () => {};
