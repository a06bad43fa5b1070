import { SMTPServer } from 'smtp-server';
import { freePort } from './server.ts';

export type ReceivedMail = { from: string; to: string[]; headers: string[]; text: string; html: string };

export type SmtpInbox = {
  url: string;
  mails: ReceivedMail[];
  attempts: () => number;
  rejectWith: (rejection: { code: number; message: string } | null) => void;
  hang: () => void;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

export async function anSmtpServer({ onReceived = () => {} }: { onReceived?: (mail: ReceivedMail) => void } = {}): Promise<SmtpInbox> {
  const port = await freePort();
  const mails: ReceivedMail[] = [];
  let rejection: { code: number; message: string } | null = null;
  let doesHang = false;
  let attempts = 0;
  let server: SMTPServer | null = null;

  const createServer = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 100,
      onData(stream, { envelope }, callback) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          attempts += 1;
          if (doesHang) return;
          if (rejection) return callback(Object.assign(new Error(rejection.message), { responseCode: rejection.code }));
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const mail = { from, to: envelope.rcptTo.map(({ address }) => address), ...parseMail(Buffer.concat(chunks).toString('utf8')) };
          mails.push(mail);
          onReceived(mail);
          callback();
        });
      },
    });

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    attempts: () => attempts,
    rejectWith: (next) => {
      rejection = next;
    },
    hang: () => {
      doesHang = true;
    },
    async start() {
      doesHang = false;
      const newServer = createServer();
      // A client that is killed during a mail is not an error of this server.
      newServer.on('error', () => {});
      await new Promise<void>((resolve) => newServer.listen(port, '127.0.0.1', () => resolve()));
      server = newServer;
    },
    async stop() {
      const oldServer = server;
      server = null;
      if (oldServer) await new Promise<void>((resolve) => oldServer.close(() => resolve()));
    },
  };
}

function parseMail(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const [head = '', body = ''] = splitHead(raw);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  const parts = boundary ? body.split(`--${boundary}`).map((part) => part.replace(/^\r\n/, '')) : [raw];
  const partOf = (type: string) => {
    const part = parts.find((text) => new RegExp(`^Content-Type: ${type}`, 'im').test(splitHead(text)[0] ?? ''));
    return part ? decodePart(part) : '';
  };
  return { headers: head.replace(/\r\n[ \t]+/g, ' ').split('\r\n'), text: partOf('text/plain'), html: partOf('text/html') };
}

const splitHead = (text: string): string[] => {
  const index = text.indexOf('\r\n\r\n');
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 4)];
};

function decodePart(part: string): string {
  const [head = '', body = ''] = splitHead(part);
  const plain = body.replace(/\r\n$/, '');
  if (/base64/i.test(head)) return Buffer.from(plain, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return plain.replaceAll('\r\n', '\n');
  const bytes = plain.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}
