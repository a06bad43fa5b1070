import { readFileSync } from 'node:fs';
import { makeBulk } from './src/server/seed/bulk.ts';
const url = readFileSync('/tmp/seed-url','utf8').trim();
const t = performance.now();
console.log(await makeBulk({ serverUrl: url, tutors: Number(process.argv[2]), today: '2026-11-21', appTimezone: 'Asia/Colombo', migrations: 'drizzle', log: console }));
console.log(((performance.now()-t)/1000).toFixed(1), 's');
