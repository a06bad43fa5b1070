type Progress = { lengthComputable: boolean; loaded: number; total: number };

/** Stands in for `XMLHttpRequest`; the test decides when it responds. */
export class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress?: (event: Progress) => void } = {};
  headers: Record<string, string> = {};
  responseHeaders: Record<string, string> = {};
  opened: string[] = [];
  sent: unknown = null;
  status = 0;
  responseText = '';
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  onloadend = () => {};

  constructor() {
    FakeRequest.last = this;
  }

  open(...args: string[]): void {
    this.opened = args;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  getResponseHeader(name: string): string | null {
    return this.responseHeaders[name] ?? null;
  }

  send(body: unknown): void {
    this.sent = body;
  }

  abort(): void {
    this.onabort();
  }

  progress(loaded: number, total: number): void {
    this.upload.onprogress?.({ lengthComputable: total > 0, loaded, total });
  }

  respond(status: number, text: string, headers: Record<string, string> = {}): void {
    this.status = status;
    this.responseHeaders = headers;
    this.responseText = text;
    this.onload();
    this.onloadend();
  }
}
