import { SMTPServer } from 'smtp-server';
import { freePort } from './server.ts';

export type ReceivedMail = { from: string; to: string[]; headers: string[]; text: string; html: string };

export type SmtpInbox = {
  url: string;
  mails: ReceivedMail[];
  tries: () => number;
  refuseWith: (refusal: { code: number; message: string } | null) => void;
  hang: () => void;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

export async function anSmtpServer({ taken = () => {} }: { taken?: (mail: ReceivedMail) => void } = {}): Promise<SmtpInbox> {
  const port = await freePort();
  const mails: ReceivedMail[] = [];
  let refusal: { code: number; message: string } | null = null;
  let doesHang = false;
  let tries = 0;
  let server: SMTPServer | null = null;

  const made = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 100,
      onData(stream, { envelope }, callback) {
        const pieces: Buffer[] = [];
        stream.on('data', (piece: Buffer) => pieces.push(piece));
        stream.on('end', () => {
          tries += 1;
          if (doesHang) return;
          if (refusal) return callback(Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const mail = { from, to: envelope.rcptTo.map(({ address }) => address), ...parsed(Buffer.concat(pieces).toString('utf8')) };
          mails.push(mail);
          taken(mail);
          callback();
        });
      },
    });

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    tries: () => tries,
    refuseWith: (given) => {
      refusal = given;
    },
    hang: () => {
      doesHang = true;
    },
    async start() {
      doesHang = false;
      const starting = made();
      // A client that is killed during a mail is not an error of this server.
      starting.on('error', () => {});
      await new Promise<void>((resolve) => starting.listen(port, '127.0.0.1', () => resolve()));
      server = starting;
    },
    async stop() {
      const stopping = server;
      server = null;
      if (stopping) await new Promise<void>((resolve) => stopping.close(() => resolve()));
    },
  };
}

function parsed(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const [head = '', body = ''] = halves(raw);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  const parts = boundary ? body.split(`--${boundary}`).map((part) => part.replace(/^\r\n/, '')) : [raw];
  const partOf = (type: string) => {
    const part = parts.find((text) => new RegExp(`^Content-Type: ${type}`, 'im').test(halves(text)[0] ?? ''));
    return part ? decoded(part) : '';
  };
  return { headers: head.replace(/\r\n[ \t]+/g, ' ').split('\r\n'), text: partOf('text/plain'), html: partOf('text/html') };
}

const halves = (text: string): string[] => {
  const at = text.indexOf('\r\n\r\n');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 4)];
};

function decoded(part: string): string {
  const [head = '', body = ''] = halves(part);
  const plain = body.replace(/\r\n$/, '');
  if (/base64/i.test(head)) return Buffer.from(plain, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return plain.replaceAll('\r\n', '\n');
  const bytes = plain.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}
