import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OutboundHttp } from '#server/core/ports.ts';
import { createOutboundHttp } from '#server/infra/outbound-http.ts';

export type Received = { path: string; method: string; headers: IncomingHttpHeaders; body: string };
export type WebhookReceiver = {
  origin: string;
  outbound: OutboundHttp;
  receivedAt: (url: string) => Received[];
  answerAt: (url: string, answer: number | 'silence') => void;
  release: (status: number) => void;
  close: () => Promise<void>;
};

export async function aWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const answers = new Map<string, number | 'silence'>();
  const pending: ((status: number) => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', method = '', headers } = request;
      received.push({ path, method, headers, body: Buffer.concat(chunks).toString() });
      const respond = (status: number) => void response.writeHead(status, { location: '/elsewhere' }).end();
      const answer = answers.get(path) ?? 204;
      if (answer === 'silence') pending.push(respond);
      else respond(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const pathOf = (url: string) => new URL(url).pathname;
  return {
    origin: `http://127.0.0.1:${port}`,
    outbound: createOutboundHttp({ allow: [`127.0.0.1:${port}`] }),
    receivedAt: (url) => received.filter(({ path }) => path === pathOf(url)),
    answerAt: (url, answer) => void answers.set(pathOf(url), answer),
    release(status) {
      for (const respond of pending.splice(0)) respond(status);
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const signed = createHmac('sha256', secret).update(`${headers['x-webhook-timestamp']}.${body}`).digest('hex');
  return headers['x-webhook-signature'] === `v1=${signed}`;
}
