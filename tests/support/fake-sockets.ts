import { afterEach, beforeEach, vi } from 'vitest';
import { transformer } from '#shared/transformer.ts';

type Sent = { id: number; method: string; params: { path: string; input: { json: { lastEventId?: string } } } };

/** The test opens, fails and closes it. */
class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState = FakeSocket.CONNECTING;
  binaryType = '';
  readonly createdAt = Date.now();
  readonly messages: string[] = [];

  constructor() {
    super();
    sockets.push(this);
  }

  send(message: string): void {
    if (message === 'PING') {
      this.answer('PONG');
      return;
    }
    this.messages.push(message);
    for (const { id } of this.sent('subscription.stop', [message])) this.answer(JSON.stringify({ id, result: { type: 'stopped' } }));
  }

  close(): void {
    if (this.readyState === FakeSocket.CLOSED) return;
    const wasOpen = this.readyState === FakeSocket.OPEN;
    this.readyState = FakeSocket.CLOSED;
    if (!wasOpen) this.dispatchEvent(new Event('error'));
    this.dispatchEvent(new Event('close'));
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  /** With the event id after which each continues. */
  subscriptions(): { path: string; after: string | undefined }[] {
    return this.sent('subscription').map(({ params }) => ({ path: params.path, after: params.input.json.lastEventId }));
  }

  emit(path: string, event: { id: string; data: object }): void {
    for (const { id, params } of this.sent('subscription')) {
      if (params.path !== path) continue;
      const result = { type: 'data', id: event.id, data: transformer.serialize(event) };
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ id, result }) }));
    }
  }

  private sent(method: string, messages: readonly string[] = this.messages): Sent[] {
    const sent = messages.flatMap((message): Sent[] => JSON.parse(message));
    return sent.filter((message) => message.method === method);
  }

  private answer(data: string): void {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
}

const sockets: FakeSocket[] = [];

/** Fakes WebSocket and time for a test file; call it once, at the top. */
export function fakeSockets() {
  beforeEach(() => {
    sockets.length = 0;
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    vi.stubGlobal('WebSocket', FakeSocket);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  return {
    all: sockets,
    last: (): FakeSocket => {
      const socket = sockets.at(-1);
      if (!socket) throw new Error('no socket was opened');
      return socket;
    },
    /** Milliseconds between the openings. */
    listPauses: () => sockets.slice(1).map(({ createdAt }, index) => createdAt - (sockets[index]?.createdAt ?? 0)),
  };
}
