import { WebSocket } from 'ws';

/** Node 20 has no WebSocket; the one of `ws` does what the client needs. */
export const BrowserWebSocket = WebSocket as unknown as typeof globalThis.WebSocket;

export type Sent = {
  id?: number | null;
  method?: string;
  result?: { type: string; id?: string; data?: { json: unknown } };
  error?: { json: { data: Record<string, unknown> } };
};

export async function openRawSocket(url: string, options: { token?: string; isSilent?: boolean } = {}) {
  const isIntroducing = options.token !== undefined || options.isSilent;
  const socket = new WebSocket(`${url}${isIntroducing ? '?connectionParams=1' : ''}`);
  const received: Sent[] = [];
  let wake = () => {};
  let closed: number | undefined;
  socket.on('message', (data) => {
    const text = String(data);
    received.push(text.startsWith('{') ? JSON.parse(text) : { method: text });
    wake();
  });
  socket.on('close', (code) => {
    closed = code;
    wake();
  });
  socket.on('error', () => {});
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waitUntil = async (condition: () => boolean) => {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const send = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  if (options.token !== undefined) send({ method: 'connectionParams', data: { token: options.token } });
  return {
    socket,
    received: received,
    send: send,
    subscribe: (id = 1) => send({ id, method: 'subscription', params: { path: 'inbox.stream', input: { json: {} } } }),
    waitUntil: waitUntil,
    async waitForMessage(condition: (sent: Sent) => boolean): Promise<Sent> {
      await waitUntil(() => received.some(condition));
      return received.find(condition) ?? {};
    },
    async waitForClose(): Promise<number | undefined> {
      await waitUntil(() => closed !== undefined);
      return closed;
    },
    close: () => socket.terminate(),
  };
}
