// usage: cd /work/main && cp /work/tools/bench/profile.ts bench/tmp-profile.ts && npx tsx bench/tmp-profile.ts PORT DB [filter regexp] [rounds]
import { readFileSync } from 'node:fs';
import { connect } from '#db/client.ts';
import { searchInput } from '#shared/contracts/tutors.ts';
import { callerAs } from '#tests/support/callers.ts';
import { drizzle } from 'drizzle-orm/postgres-js';
import * as schema from '#db/schema/index.ts';
import { CLOCK } from './search/measure.ts';
import { TEXTS, FILTERS } from './search/two-words.ts';

const [port, dbName, match = '', rounds = '3', detail = ''] = process.argv.slice(2);
const pg = JSON.parse(readFileSync('.data/bench/pg.json', 'utf8'));
const url = `postgres://${pg.user}:${pg.password}@127.0.0.1:${port}/${dbName}`;
const connection = connect(url, { max: 3, statementTimeoutMs: 60000 });
type T = { text: string; ms: number; rows: number; params: unknown[] };
let times: T[] = [];
const timed = new Proxy(connection.sql, {
  get(target, key) {
    const value: any = Reflect.get(target, key);
    if (key !== 'unsafe') return value;
    return (text: string, params?: unknown[], options?: object) => {
      const q = value.call(target, text, params, { ...options, prepare: true });
      const start = performance.now();
      const wrap = (p: any) => new Proxy(p, { get(t, k) { const v: any = Reflect.get(t, k); if (k === 'values') return () => wrap(v.call(t)); if (k === 'then') return (a: any, b: any) => t.then((r: any) => { times.push({ text, params: params ?? [], ms: performance.now() - start, rows: r.length }); return r; }).then(a, b); return typeof v === 'function' ? v.bind(t) : v; } });
      return wrap(q);
    };
  },
});
const db = drizzle({ client: timed as never, schema, casing: 'snake_case' });
const caller = callerAs({ db } as never, null, CLOCK);
const all: { name: string; ms: number; statements: T[] }[] = [];
for (let round = -1; round < Number(rounds); round += 1)
  for (const search of TEXTS) for (const filter of FILTERS) for (const sortBy of ['rating', 'match'] as const) {
    const name = `${search}, ${JSON.stringify(filter)}, by ${sortBy}`;
    if (match && !new RegExp(match).test(name)) continue;
    const input = searchInput.parse({ search, sortBy, ...filter });
    times = [];
    const start = performance.now();
    await caller.tutors.search(input);
    const ms = performance.now() - start;
    if (round >= 0) all.push({ name, ms, statements: times });
  }
const sorted = all.map((a) => a.ms).sort((a, b) => a - b);
const p = (q: number) => sorted[Math.floor(sorted.length * q)]?.toFixed(1);
console.log(`searches ${all.length} p50 ${p(0.5)} p75 ${p(0.75)} p90 ${p(0.9)} p95 ${p(0.95)} max ${sorted.at(-1)?.toFixed(1)}`);
const byName = new Map<string, typeof all>();
for (const one of all) byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
const med = [...byName.values()].map((l) => l.sort((a, b) => a.ms - b.ms)[Math.floor(l.length / 2)]!).sort((a, b) => b.ms - a.ms);
console.log(`over 50: ${med.filter((m) => m.ms > 50).length} of ${med.length}; over 30: ${med.filter((m) => m.ms > 30).length}`);
const label = (t: string) => (/match_estimate|reltuples/.test(t) ? 'ESTIMATE' : /"?counted"?$|count\(\*\) from \(select|\) counted/.test(t) ? 'COUNT' : /json_build_array/.test(t) ? (/order by .*weighted/.test(t) ? 'PAGE-match' : /order by (key|"tutor_listings"."profile_created_at)/.test(t) ? 'PAGE-newest' : 'PAGE') : /search_words/.test(t) ? 'EXPAND' : /part\.entity|"?answers|latest/.test(t) ? 'FACTS' : /is_matched/.test(t) ? 'UNKNOWN' : /array_agg\(tutor_id\)/.test(t) ? 'SAMPLE' : t.replace(/\s+/g, ' ').slice(0, 40));
for (const m of med.slice(0, Number(process.env.TOP ?? 40))) console.log(m.ms.toFixed(1).padStart(7), m.name, '|', m.statements.filter((s) => s.ms > 2).map((s) => `${label(s.text)} ${s.ms.toFixed(0)}${/lateral/.test(s.text) && /@@/.test(s.text) ? '' : ''}`).join(', '));
if (detail) for (const m of med.slice(0, 1)) for (const s of m.statements.filter((x) => x.ms > Number(detail))) console.log('\n', s.ms.toFixed(1), s.rows, s.text, '\n', JSON.stringify(s.params));
await connection.close();
