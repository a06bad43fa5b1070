import type { DomainEvent, Settling } from '#server/core/events.ts';

// being built
export async function settleVerification(_: Settling, __: readonly DomainEvent[]): Promise<void> {}
