import type { Outgoing } from '#server/core/ports.ts';

export function createOutgoing(_settings: { allow: readonly string[] }): Outgoing {
  return { get: () => Promise.reject(new Error('being built')) };
}
