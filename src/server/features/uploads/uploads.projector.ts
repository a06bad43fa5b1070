import type { Projector } from '#server/core/events.ts';

export const uploadsProjector: Projector = async () => {};
