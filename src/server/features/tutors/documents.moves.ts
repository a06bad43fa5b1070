import type { DomainEvent, Settling } from '#server/core/events.ts';

// being built
export async function settleDocuments(_: Settling, __: readonly DomainEvent[]): Promise<void> {}
