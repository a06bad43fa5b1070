import type { Projector } from '#server/core/events.ts';

// being built
export const verificationProjector: Projector = async () => {};
