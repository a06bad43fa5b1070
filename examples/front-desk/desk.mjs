#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
// Front desk: node desk.mjs <command>. Env: VIDYA_BASE, VIDYA_TOKEN (token or API key), or VIDYA_EMAIL + VIDYA_PASSWORD; VIDYA_PHONE; VIDYA_KEY (idempotency key).
import http from 'node:http';
import { isGenuine, Vidya, VidyaError } from './vidya.mjs';

const [cmd, ...rest] = process.argv.slice(2);
const flags = new Set(rest.filter((a) => a.startsWith('--')));
const args = rest.filter((a) => !a.startsWith('--'));
const env = process.env;
const v = new Vidya({ base: env.VIDYA_BASE ?? 'http://localhost:3000', token: env.VIDYA_TOKEN });
const when = (iso) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Colombo', weekday: undefined }).format(new Date(iso));
const line = (b) =>
  `${b.id}  ${b.status.padEnd(9)}  ${when(b.startTime)}  ${b.duration}h  ${b.subject.name}  ${b.student.name} with ${b.tutor.user?.name ?? '(has left)'}  Rs ${b.amount}`;
async function signIn() {
  if (!v.token) {
    if (!env.VIDYA_EMAIL) throw new Error('Set VIDYA_TOKEN, or VIDYA_EMAIL and VIDYA_PASSWORD.');
    await v.login(env.VIDYA_EMAIL, env.VIDYA_PASSWORD);
  }
}

const commands = {
  async tutors(subject) {
    const r = await v.searchTutors({
      subject,
      teachingMode: flags.has('--online') ? 'ONLINE' : undefined,
      femaleOnly: flags.has('--women') ? true : undefined,
      limit: 20,
    });
    console.log(`${r.pagination.total}${r.pagination.totalIsCapped ? '+' : ''} tutors`);
    // One reading of the clock: a range longer than 28 days, be it by a millisecond, has no free times.
    const start = new Date(),
      end = new Date(start.getTime() + 28 * 864e5);
    for (const t of r.tutors) {
      const e = t.subjects.filter((s) => s.subject.name === subject || s.subject.id === subject);
      const a = await v.availability(t.id, { start, end, duration: 1 });
      for (const s of e.length ? e : t.subjects) {
        const prices = s.teachingModes
          .filter((m) => m.enabled)
          .map((m) => `${m.type} Rs ${m.rate}`)
          .join(', ');
        const free = a.free?.find((f) => f.subjectId === s.subject.id)?.starts[0];
        console.log(
          `${t.id}  ${t.user.name}  ★${t.rating}  ${s.subject.name} (${s.subject.id})  ${prices}  next: ${free ? `${when(free)} = ${free}` : a.vacationMode ? 'on vacation' : 'none'}`,
        );
      }
    }
  },
  async book(tutorId, subjectId, start, hours) {
    await signIn();
    const duration = Number(hours),
      startTime = new Date(start).toISOString(),
      endTime = new Date(Date.parse(start) + duration * 36e5).toISOString();
    const key = env.VIDYA_KEY ?? randomUUID();
    try {
      const r = await v.book(
        {
          tutorId,
          subjectId,
          startTime,
          endTime,
          duration,
          contactNumber: env.VIDYA_PHONE ?? '0771234567',
          learningMethod: env.VIDYA_METHOD ?? 'online',
        },
        key,
      );
      console.log(r.message);
      console.log(line(r.booking));
    } catch (e) {
      if (!(e instanceof VidyaError) || e.code !== 'booking.slot_taken') throw e;
      console.log(`${e.message}. Free instead:`);
      for (const t of e.nextFree) console.log(`  ${when(t)} = ${t}`);
      process.exitCode = 2;
    }
  },
  async bookings(status) {
    await signIn();
    for (const b of await v.studentBookings({ status })) console.log(line(b));
  },
  async cancel(id) {
    await signIn();
    console.log((await v.cancel(id)).message);
  },
  async inbox() {
    await signIn();
    for (const b of await v.tutorBookings({ status: 'pending' })) console.log(line(b));
  },
  async confirm(id) {
    await signIn();
    console.log(line(await v.setStatus(id, 'confirmed')));
  },
  listen(port, secret) {
    const seen = new Set();
    http
      .createServer((req, res) => {
        const parts = [];
        req
          .on('data', (c) => parts.push(c))
          .on('end', () => {
            const text = Buffer.concat(parts).toString('utf8');
            if (!isGenuine(secret, req.headers, text)) {
              console.log('refused: bad signature');
              res.writeHead(401).end();
              return;
            }
            res.writeHead(204).end();
            const id = req.headers['x-webhook-id'];
            if (seen.has(id)) return;
            seen.add(id);
            const e = JSON.parse(text);
            console.log(`${e.createdAt}  ${e.type}  ${line(e.data.booking)}`);
            if (env.VIDYA_RAW) console.log(JSON.stringify({ headers: req.headers, e }));
          });
      })
      .listen(Number(port), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${port}`));
  },
};
try {
  if (!commands[cmd]) throw new Error(`Commands: ${Object.keys(commands).join(', ')}`);
  await commands[cmd](...args);
} catch (e) {
  if (e instanceof VidyaError) {
    console.error(`${e.status} ${e.code}: ${e.message}`);
    for (const f of e.errors) console.error(`  ${f.field}: ${f.message}`);
    if (e.retryAfter) console.error(`  again in ${e.retryAfter}s`);
  } else console.error(e.message);
  process.exitCode = 1;
}
