import { connect } from '#db/client.ts';
import { callerAs } from '#tests/support/callers.ts';
const out: Record<string, number[]> = {};
for (const n of process.argv.slice(2)) {
  const c = connect(`postgres://postgres@127.0.0.1:55432/n${n}`, { statementTimeoutMs: 0, max: 2 });
  const caller = callerAs({ db: c.db }, null, { log: (x) => console.log(x) });
  const [cat] = await c.sql`select md5('category 3')::uuid as id`;
  const scen: [string, any][] = [
    ['all', {}], ['name', { sortBy: 'name' }], ['cat', { category: cat.id }], ['catname', { category: 'category 3', sortBy: 'price', sortOrder: 'asc' }],
    ['subject', { subject: 'Physics 7' }], ['women online cat', { category: cat.id, femaleOnly: true, teachingMode: 'online', sortBy: 'price' }],
    ['group women 4.9', { femaleOnly: true, teachingMode: 'group', minRating: 4.9, sortBy: 'price' }],
    ['group women 4.9 rating', { femaleOnly: true, teachingMode: 'group', minRating: 4.9 }],
    ['group women 4.9 cat newest', { category: cat.id, femaleOnly: true, teachingMode: 'group', minRating: 4.9, sortBy: 'createdAt' }],
    ['perera', { search: 'perera' }], ['1a2b', { search: '1a2b' }], ['zzzz', { search: 'zzzzz' }], ['ab', { search: 'ab' }], ['zq', { search: 'zq' }], ['සූරිය', { search: 'සූරිය' }],
    ['perera in cat', { search: 'perera', category: cat.id, sortBy: 'price' }], ['galle', { location: 'galle' }], ['nimal colombo', { search: 'nimal', location: 'colombo' }],
    ['f12', { search: 'f12' }], ['topic two', {topic: 'Algebra 7'}],
  ];
  for (const [name, input] of scen) {
    const times: number[] = [];
    let r: any;
    for (let i = 0; i < 25; i++) { const t = performance.now(); r = await caller.tutors.search(input); times.push(performance.now() - t); }
    times.splice(0, 8); times.sort((a, b) => a - b);
    (out[name + ' ' ] ??= []).push(+(times[8] ?? 0).toFixed(1), r.total);
    // deep
    let cursor = null; 
    for (let i = 0; i < 20; i++) { const p: any = await caller.tutors.search({ ...input, cursor }); if (!p.nextCursor) break; cursor = p.nextCursor; }
    const deep: number[] = [];
    for (let i = 0; i < 15; i++) { const t = performance.now(); await caller.tutors.search({ ...input, cursor }); deep.push(performance.now() - t); }
    deep.sort((a, b) => a - b);
    (out[name + ' ' ] ??= []).push(+(deep[7] ?? 0).toFixed(1));
  }
  await c.close();
}
console.table(out);
