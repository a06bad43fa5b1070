import * as fc from 'fast-check';
import type { Operation } from './document.ts';
import type { Answer, Fault } from './judge.ts';
import { asCurl, type Request, requestsFor, type Surroundings } from './requests.ts';

export type Campaign = {
  surroundings: Surroundings;
  send: (request: Request) => Promise<Answer & { pathname: string }>;
  judge: (asked: { method: string; pathname: string }, answer: Answer) => Fault | null;
  logged?: () => string;
};

export type Wish = { requests: number; seed: number };
export type Statuses = Map<number, number>;

const SMALLER_FOR_MS = 10_000;

/** Sends requests and throws the smallest that is answered wrongly, with all that is needed to send it again. */
export async function attack(operation: Operation, { requests, seed }: Wish, campaign: Campaign): Promise<Statuses> {
  const statuses: Statuses = new Map();
  let first: { kind: string; at: number } | undefined;
  let worst = '';
  const isWell = async (request: Request): Promise<boolean> => {
    if (first && performance.now() - first.at > SMALLER_FOR_MS) return true;
    const answer = await campaign.send(request);
    const fault = campaign.judge({ method: request.method, pathname: answer.pathname }, answer);
    if (!first) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const logged = campaign.logged?.() ?? '';
    if (!fault || (first && fault.kind !== first.kind)) return true;
    first ??= { kind: fault.kind, at: performance.now() };
    worst = `${shortened(fault.words)}\n\n${asCurl(request)}${logged && `\n\nlogged: ${shortened(logged)}`}`;
    return false;
  };
  const property = fc.asyncProperty(requestsFor(operation, campaign.surroundings), isWell);
  const details = await fc.check(property, { numRuns: requests, seed: seedOf(operation.name, seed) });
  if (!details.failed) return statuses;
  if (worst === '') throw details.errorInstance ?? new Error('no request could be made');
  throw new Error(
    `${operation.name}, after ${details.numRuns} requests and ${details.numShrinks} smaller ones (FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests})\n\n${worst}`,
  );
}

const MOST_SHOWN = 2_000;
const shortened = (text: string): string => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);

/** Adding an operation must not change the requests of the others. */
function seedOf(name: string, seed: number): number {
  return [...name].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, seed);
}
