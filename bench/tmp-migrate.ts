import { migrate } from '#db/migrate.ts';
import { readFileSync } from 'node:fs';
const pg = JSON.parse(readFileSync('.data/bench/pg.json', 'utf8'));
for (const db of ['bench_10000', 'bench_1000000']) { const t = Date.now(); await migrate(`postgres://${pg.user}:${pg.password}@127.0.0.1:43873/${db}`, 'drizzle'); console.log(db, (Date.now() - t) / 1000); }
