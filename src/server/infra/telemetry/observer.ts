import type { Observation } from '#server/core/observations.ts';

type Parts = { log: { info: (fields: object, message: string) => void }; measure: (observation: Observation) => void };

export function createObserver({ log, measure }: Parts): (observation: Observation) => void {
  return (observation) => {
    measure(observation);
    if (observation.of !== 'security') return;
    const { event, userId, network, request, details } = observation.entry;
    log.info({ security: event, user: userId, network, ...(request && { request }), ...details }, 'security');
  };
}
