import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Mail } from '#server/core/ports.ts';
import { createMailer } from '#server/infra/mailer.ts';
import { createOutbox } from '#server/infra/outbox.ts';

const NOW = new Date('2026-03-02T04:30:00.000Z');

describe('the outbox', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vidya-outbox-'));
  const outbox = createOutbox(folder);
  let clock = NOW;
  const settings = {
    smtpUrl: null,
    isOff: false,
    from: { name: 'Vidya', address: 'hello@vidya.test' },
    host: 'vidya.test',
    now: () => clock,
    outbox,
  };
  const mail = (subject: string): Mail => ({ to: 'nimal@example.com', subject, text: 'Text', html: '<p>Text</p>' });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // spec mail.7
  test('keeps what would be sent, the newest first, and two hundred at most', async () => {
    const mailer = createMailer(settings);
    for (let index = 0; index < 203; index += 1) {
      clock = new Date(NOW.getTime() + index);
      await mailer.send(mail(`Number ${index}`));
    }
    const stored = await outbox.list();
    expect(stored).toHaveLength(200);
    expect(readdirSync(folder)).toHaveLength(200);
    expect(stored[0]).toEqual({
      ...mail('Number 202'),
      id: expect.any(String),
      from: 'Vidya <hello@vidya.test>',
      messageId: expect.stringMatching(/^<[\w.-]+@vidya\.test>$/),
      sentAt: '2026-03-02T04:30:00.202Z',
    });
    expect(stored.at(-1)?.subject).toBe('Number 3');
    expect(await outbox.read(`${stored[0]?.id}`)).toEqual(stored[0]);
  });

  test.each(['../../etc/passwd', 'nothing', '..', 'a/b', ''])('holds no mail named %j', async (id) => {
    expect(await outbox.read(id)).toBeNull();
  });

  test('stays empty where mail is off', async () => {
    const empty = createOutbox(join(folder, 'empty'));
    await createMailer({ ...settings, outbox: empty, isOff: true }).send(mail('Never'));
    expect(await empty.list()).toEqual([]);
  });
});
