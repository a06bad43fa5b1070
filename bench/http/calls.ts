import type { Case } from '../rest/cases.ts';
import type { Goal } from './ratios.ts';

export type ServerName = 'product' | 'bare' | 'fastify' | 'express';
/** Two with the same `shape` must answer the same JSON. */
export type Contender = { name: string; server: ServerName; path: string; shape: string; isSignedIn: boolean };
/** `isSignedIn`: visitors, who send no token, call the others. */
export type Call = { name: string; contenders: readonly Contender[]; goals: readonly Goal[] };

const [REST, TRPC, SAME_TRPC] = ['product, REST', 'product, tRPC', 'product, tRPC (what REST calls)'];
const [BARE_REST, BARE_TRPC] = ['bare Hono, REST', 'bare Hono, tRPC'];
const [VISITOR_REST, VISITOR_TRPC] = ['product, REST, visitor', 'product, tRPC, visitor'];
const [FASTIFY, EXPRESS] = ['Fastify and pg', 'Express and Sequelize'];

type Goals = { bareRest?: number; bareTrpc?: number; fastify?: number; express: number };

/** In the order of `cases`; those of issue 23, P1 to P4 of the budgets. A list is one of somebody who is signed in. */
const GOALS: readonly Goals[] = [
  { bareTrpc: 0.8, express: 3, fastify: 0.8 },
  { bareTrpc: 0.75, express: 2, fastify: 0.7 },
  { express: 1.5 },
  { bareRest: 0.6, bareTrpc: 0.6, express: 1.5 },
  { bareRest: 0.6, bareTrpc: 0.6, express: 1.5 },
];
const REST_TO_TRPC = 0.95;
const VISITORS = [
  { name: VISITOR_REST, shape: 'REST' },
  { name: VISITOR_TRPC, shape: 'tRPC' },
];

export function callsOf(cases: readonly Case[], tutorId: string): Call[] {
  return cases.map(({ name, rest, trpc }, index) => {
    const { bareRest, bareTrpc, fastify, express } = GOALS[index] ?? { express: 1.5 };
    const isList = bareRest !== undefined;
    // The REST call of a tutor answers two procedures in one.
    const isBatch = trpc.includes('batch=1');
    const oneTrpc = isBatch ? `/trpc/tutors.byId?input=${encodeURIComponent(JSON.stringify({ json: { id: tutorId } }))}` : trpc;
    const behindRest = isBatch ? SAME_TRPC : TRPC;
    const contenders: Contender[] = [
      // Visitors share answers for some seconds: who is signed in has the statements run each time, as the peers do.
      { name: REST, server: 'product', path: rest, shape: 'REST', isSignedIn: true },
      { name: TRPC, server: 'product', path: oneTrpc, shape: 'tRPC', isSignedIn: true },
      ...(isBatch ? [{ name: SAME_TRPC, server: 'product', path: trpc, shape: 'batch', isSignedIn: true } as const] : []),
      ...(isList
        ? []
        : VISITORS.map(
            ({ name, shape }) => ({ name, server: 'product', path: shape === 'REST' ? rest : oneTrpc, shape, isSignedIn: false }) as const,
          )),
      { name: BARE_REST, server: 'bare', path: rest, shape: 'REST', isSignedIn: isList },
      { name: BARE_TRPC, server: 'bare', path: oneTrpc, shape: 'tRPC', isSignedIn: isList },
      { name: FASTIFY, server: 'fastify', path: rest, shape: 'REST', isSignedIn: isList },
      { name: EXPRESS, server: 'express', path: rest, shape: 'REST', isSignedIn: isList },
    ];
    const goals: Goal[] = [
      { id: isList ? 'lists' : 'P1', of: TRPC, to: BARE_TRPC, least: bareTrpc ?? 0 },
      { id: isList ? 'lists' : '', of: REST, to: BARE_REST, least: bareRest ?? 0 },
      ...(isList
        ? []
        : [
            { id: '', of: VISITOR_TRPC, to: BARE_TRPC, least: 0 },
            { id: '', of: VISITOR_REST, to: BARE_REST, least: 0 },
          ]),
      { id: 'P2', of: REST, to: behindRest, least: REST_TO_TRPC },
      { id: 'P3', of: REST, to: EXPRESS, least: express },
      { id: 'P4', of: REST, to: FASTIFY, least: fastify ?? 0 },
    ];
    return { name, contenders, goals };
  });
}

/** Without one only the ratio is reported. */
export const hasGoal = ({ least }: Goal): boolean => least > 0;
