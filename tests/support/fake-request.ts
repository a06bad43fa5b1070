type Progress = { lengthComputable: boolean; loaded: number; total: number };

/** Stands in for `XMLHttpRequest`; the test says when what happens. */
export class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress?: (event: Progress) => void } = {};
  headers: Record<string, string> = {};
  answered: Record<string, string> = {};
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

  open(...how: string[]): void {
    this.opened = how;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  getResponseHeader(name: string): string | null {
    return this.answered[name] ?? null;
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

  answer(status: number, text: string, headers: Record<string, string> = {}): void {
    this.status = status;
    this.answered = headers;
    this.responseText = text;
    this.onload();
    this.onloadend();
  }
}
