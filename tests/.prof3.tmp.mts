import { connect } from '#db/client.ts';
import { refreshListing } from '#db/listing.ts';
import { watched } from '#tests/support/statements.ts';
const c = connect(`postgres://postgres@127.0.0.1:55432/n100000`, { statementTimeoutMs: 0, max: 1 });
await c.sql`set jit = off`;
const ids = (await c.sql<{ id: string }[]>`select id from tutor_profiles order by id limit 5000`).map(({ id }) => id);
const w = watched({ sql: c.sql });
let t = performance.now();
for (let i = 0; i < 200; i++) await refreshListing(w.db, [ids[i]]);
console.log('one', (performance.now() - t) / 200);
t = performance.now();
for (let i = 0; i < 200; i++) await refreshListing(w.db, [ids[i]]);
console.log('one', (performance.now() - t) / 200);
t = performance.now();
await refreshListing(w.db, ids);
console.log('5000', (performance.now() - t));
w.statements.splice(0);
await refreshListing(w.db, [ids[0]]);
await c.sql`set plan_cache_mode = force_generic_plan`;
for (const st of w.statements) {
  await c.sql.unsafe('deallocate all').catch(() => {});
const rows = await c.sql.unsafe('explain (analyze) ' + st.text, st.params as never[], { prepare: true });
for (const r of rows) if (/Seq Scan|Execution|Planning/.test(r['QUERY PLAN'])) console.log(r['QUERY PLAN'].slice(0, 160));
console.log('--');
}
await c.close();
