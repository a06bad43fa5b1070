import type { Case } from '../rest/cases.ts';
import type { Goal } from './ratios.ts';

export type ServerName = 'product' | 'bare' | 'fastify' | 'express';
/** Null: a visitor, who sends no token. */
export type Caller = 'student' | 'tutor' | null;
/** Two with the same `shape` must answer the same JSON. */
export type Contender = { name: string; server: ServerName; path: string; shape: string; caller: Caller };
export type Call = { name: string; contenders: readonly Contender[]; goals: readonly Goal[] };

const [REST, TRPC, SAME_TRPC] = ['product, REST', 'product, tRPC', 'product, tRPC (what REST calls)'];
const [BARE_REST, BARE_TRPC] = ['bare Hono, REST', 'bare Hono, tRPC'];
const [FASTIFY, EXPRESS] = ['Fastify and pg', 'Express and Sequelize'];

type Goals = { bareRest?: number; bareTrpc?: number; fastify?: number; express: number };

/** In the order of `cases`; P1 to P4 are the budgets. A `list` belongs to a signed-in user. */
const GOALS: readonly Goals[] = [
  { bareTrpc: 0.8, express: 3, fastify: 0.8 },
  { bareTrpc: 0.75, express: 2, fastify: 0.7 },
  { express: 1.5 },
  { bareRest: 0.6, bareTrpc: 0.6, express: 1.5 },
  { bareRest: 0.6, bareTrpc: 0.6, express: 1.5 },
];
const REST_TO_TRPC = 0.95;
/** Visitors share answers for some seconds, and students those of profiles and of the catalogue. For tutors the statements run each time, like those of the peers. */
const OTHERS = (['visitor', 'tutor'] as const).flatMap((caller) => [
  { name: `${REST}, ${caller}`, caller, shape: 'REST', to: BARE_REST },
  { name: `${TRPC}, ${caller}`, caller, shape: 'tRPC', to: BARE_TRPC },
]);

export function callsOf(cases: readonly Case[], tutorId: string): Call[] {
  return cases.map(({ name, rest, trpc }, index) => {
    const { bareRest, bareTrpc, fastify, express } = GOALS[index] ?? { express: 1.5 };
    const isList = bareRest !== undefined;
    // The REST call of a tutor answers two procedures in one.
    const isBatch = trpc.includes('batch=1');
    const oneTrpc = isBatch ? `/trpc/tutors.byId?input=${encodeURIComponent(JSON.stringify({ json: { id: tutorId } }))}` : trpc;
    const behindRest = isBatch ? SAME_TRPC : TRPC;
    const others = isList ? [] : OTHERS;
    const ofPeers = isList ? 'student' : null;
    const contenders: Contender[] = [
      { name: REST, server: 'product', path: rest, shape: 'REST', caller: 'student' },
      { name: TRPC, server: 'product', path: oneTrpc, shape: 'tRPC', caller: 'student' },
      ...(isBatch ? [{ name: SAME_TRPC, server: 'product', path: trpc, shape: 'batch', caller: 'student' } as const] : []),
      ...others.map(({ name, caller, shape }) => {
        const path = shape === 'REST' ? rest : oneTrpc;
        return { name, server: 'product', path, shape, caller: caller === 'visitor' ? null : caller } as const;
      }),
      { name: BARE_REST, server: 'bare', path: rest, shape: 'REST', caller: ofPeers },
      { name: BARE_TRPC, server: 'bare', path: oneTrpc, shape: 'tRPC', caller: ofPeers },
      { name: FASTIFY, server: 'fastify', path: rest, shape: 'REST', caller: ofPeers },
      { name: EXPRESS, server: 'express', path: rest, shape: 'REST', caller: ofPeers },
    ];
    const goals: Goal[] = [
      { id: isList ? 'lists' : 'P1', of: TRPC, to: BARE_TRPC, least: bareTrpc ?? 0 },
      { id: isList ? 'lists' : '', of: REST, to: BARE_REST, least: bareRest ?? 0 },
      ...others.map(({ name, to }) => ({ id: '', of: name, to, least: 0 })),
      { id: 'P2', of: REST, to: behindRest, least: REST_TO_TRPC },
      { id: 'P3', of: REST, to: EXPRESS, least: express },
      { id: 'P4', of: REST, to: FASTIFY, least: fastify ?? 0 },
    ];
    return { name, contenders, goals };
  });
}

/** Without a goal only the ratio is reported. */
export const hasGoal = ({ least }: Goal): boolean => least > 0;
