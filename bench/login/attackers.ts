import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';

export type Attack = { url: string; logins: { email: string; address: string }[] };
/** How many were answered with each status. */
export type Attacked = Record<number, number>;

// They are on another machine in real life, and here must not take processor time from the server.
setPriority(19);
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

function login(url: string, one: Attack['logins'][number]): Promise<number> {
  const { email, address } = one;
  const body = JSON.stringify({ email, password: 'wrong horse' });
  const headers = { 'content-type': 'application/json', 'content-length': body.length, 'x-forwarded-for': address };
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/auth/login`, { method: 'POST', headers, agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    // The server has closed a connection that was idle, at the moment when it was used again.
    asked.once('error', (error: NodeJS.ErrnoException) =>
      asked.reusedSocket && error.code === 'ECONNRESET' ? resolve(login(url, one)) : reject(error),
    );
    asked.end(body);
  });
}

process.on('message', async ({ url, logins }: Attack) => {
  const asked = logins.map((one) => login(url, one));
  process.send?.('sent');
  const attacked: Attacked = {};
  for (const status of await Promise.all(asked)) attacked[status] = (attacked[status] ?? 0) + 1;
  process.send?.(attacked);
});
