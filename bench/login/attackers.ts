import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';

export type Attack = { url: string; logins: { email: string; address: string }[] };
/** The number of answers by status. */
export type Attacked = Record<number, number>;

// Must not take processor time from the server.
setPriority(19);
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

function login(url: string, one: Attack['logins'][number]): Promise<number> {
  const { email, address } = one;
  const body = JSON.stringify({ email, password: 'wrong horse' });
  const headers = { 'content-type': 'application/json', 'content-length': body.length, 'x-forwarded-for': address };
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/api/auth/login`, { method: 'POST', headers, agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    // The server closed an idle connection just when it was used again.
    outgoing.once('error', (error: NodeJS.ErrnoException) =>
      outgoing.reusedSocket && error.code === 'ECONNRESET' ? resolve(login(url, one)) : reject(error),
    );
    outgoing.end(body);
  });
}

process.on('message', async ({ url, logins }: Attack) => {
  const statuses = logins.map((one) => login(url, one));
  process.send?.('sent');
  const attacked: Attacked = {};
  for (const status of await Promise.all(statuses)) attacked[status] = (attacked[status] ?? 0) + 1;
  process.send?.(attacked);
});
