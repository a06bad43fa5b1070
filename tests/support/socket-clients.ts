import { WebSocket } from 'ws';

/** Node 20 has no WebSocket; the one of `ws` does what the client needs. */
export const SocketOfBrowsers = WebSocket as unknown as typeof globalThis.WebSocket;

export type Sent = {
  id?: number | null;
  method?: string;
  result?: { type: string; id?: string; data?: { json: unknown } };
  error?: { json: { data: Record<string, unknown> } };
};

export async function rawSocket(url: string, options: { token?: string; isSilent?: boolean } = {}) {
  const isIntroducing = options.token !== undefined || options.isSilent;
  const socket = new WebSocket(`${url}${isIntroducing ? '?connectionParams=1' : ''}`);
  const heard: Sent[] = [];
  let wake = () => {};
  let closed: number | undefined;
  socket.on('message', (data) => {
    const text = String(data);
    heard.push(text.startsWith('{') ? JSON.parse(text) : { method: text });
    wake();
  });
  socket.on('close', (code) => {
    closed = code;
    wake();
  });
  socket.on('error', () => {});
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const say = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  if (options.token !== undefined) say({ method: 'connectionParams', data: { token: options.token } });
  return {
    socket,
    heard,
    say,
    follow: (id = 1) => say({ id, method: 'subscription', params: { path: 'inbox.stream', input: { json: {} } } }),
    until,
    async hears(isSo: (sent: Sent) => boolean): Promise<Sent> {
      await until(() => heard.some(isSo));
      return heard.find(isSo) ?? {};
    },
    async end(): Promise<number | undefined> {
      await until(() => closed !== undefined);
      return closed;
    },
    close: () => socket.terminate(),
  };
}
