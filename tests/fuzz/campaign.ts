import * as fc from 'fast-check';
import type { Operation } from './document.ts';
import type { Answer, Fault } from './judge.ts';
import { asCurl, type Environment, type Request, requestsFor } from './requests.ts';

export type Campaign = {
  environment: Environment;
  send: (request: Request) => Promise<Answer & { pathname: string }>;
  judge: (request: { method: string; pathname: string }, answer: Answer) => Fault | null;
  logged?: () => string;
};

export type Options = { requests: number; seed: number };
export type Statuses = Map<number, number>;

const SHRINK_FOR_MS = 10_000;

/** Sends requests and throws the smallest that is answered wrongly, with all that is needed to send it again. */
export async function attack(operation: Operation, { requests, seed }: Options, campaign: Campaign): Promise<Statuses> {
  const statuses: Statuses = new Map();
  let firstFault: { kind: string; foundAt: number } | undefined;
  let smallest = '';
  const passes = async (request: Request): Promise<boolean> => {
    if (firstFault && performance.now() - firstFault.foundAt > SHRINK_FOR_MS) return true;
    const answer = await campaign.send(request);
    const fault = campaign.judge({ method: request.method, pathname: answer.pathname }, answer);
    if (!firstFault) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const logged = campaign.logged?.() ?? '';
    if (!fault || (firstFault && fault.kind !== firstFault.kind)) return true;
    firstFault ??= { kind: fault.kind, foundAt: performance.now() };
    smallest = `${shorten(fault.message)}\n\n${asCurl(request)}${logged && `\n\nlogged: ${shorten(logged)}`}`;
    return false;
  };
  const property = fc.asyncProperty(requestsFor(operation, campaign.environment), passes);
  const details = await fc.check(property, { numRuns: requests, seed: seedOf(operation.name, seed) });
  if (!details.failed) return statuses;
  if (smallest === '') throw details.errorInstance ?? new Error('no request could be made');
  throw new Error(
    `${operation.name}, after ${details.numRuns} requests and ${details.numShrinks} smaller ones (FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests})\n\n${smallest}`,
  );
}

const MAX_SHOWN = 2_000;
const shorten = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** Adding an operation must not change the requests of the others. */
function seedOf(name: string, seed: number): number {
  return [...name].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, seed);
}
