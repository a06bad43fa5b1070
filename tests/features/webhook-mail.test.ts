import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#db/schema/people.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import type { Mail } from '#server/core/ports.ts';
import { sendMail } from '#server/features/mail/mail.jobs.ts';
import { MAIL_KINDS } from '#shared/vocabulary/notifications.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aTutor, NOW, signedIn } from '#tests/support/factories.ts';

const database = useDatabase();

async function aSwitchedOff() {
  const { user } = await aTutor(database.db);
  const { webhooks, mail } = callerAs(database, await signedIn(database.db, user));
  const { id, url } = await webhooks.add({ url: 'https://hooks.example.com/?a=1&b=2', events: ['booking.created'] });
  await database.db.update(webhookEndpoints).set({ failingSince: NOW, offAt: NOW, isOffByFailures: true }).where(eq(webhookEndpoints.id, id));
  const mails = async () => {
    const sent: Mail[] = [];
    await sendMail(contextAs(database, null, { mailer: { send: async (mail) => void sent.push(mail) } }), {
      mail: 'webhook_off',
      userId: user.id,
      url,
    });
    return sent;
  };
  return { user, webhooks, mail, id, url, mails };
}

// spec webhooks.12
describe('the mail about a disabled webhook', () => {
  test('the mail gives the address, says what to do, and is not optional', async () => {
    const { user, mail, mails } = await aSwitchedOff();
    for (const kind of MAIL_KINDS) await mail.setPreference({ kind, isOn: false });
    const [sent] = await mails();
    expect(sent).toMatchObject({ to: user.email, subject: 'Your webhook was switched off' });
    expect(sent?.text).toContain(
      'For 3 days Vidya could not deliver any news to the webhook at https://hooks.example.com/?a=1&b=2, so it is called no more.',
    );
    expect(sent?.text).toContain('View Webhooks\nhttp://127.0.0.1/account#webhooks\n');
    expect(sent?.html).toContain('https://hooks.example.com/?a=1&amp;b=2');
    expect(sent?.html).not.toContain('href="https://hooks.example.com');
    expect(sent?.unsubscribeUrl).toBeUndefined();
  });

  test('no mail is sent for a webhook that is on again, was switched off by hand since, has another address, or is gone', async () => {
    const { webhooks, id, url, mails } = await aSwitchedOff();
    await webhooks.change({ id, url: 'https://hooks.example.com/new', events: ['booking.created'] });
    expect(await mails()).toEqual([]);
    await webhooks.change({ id, url, events: ['booking.created'] });
    expect(await mails()).toHaveLength(1);
    await webhooks.switch({ id, isOn: true });
    expect(await mails()).toEqual([]);
    await webhooks.switch({ id, isOn: false });
    expect(await mails()).toEqual([]);
    await webhooks.remove({ id });
    expect(await mails()).toEqual([]);
  });

  test('no mail is sent to a suspended or deleted user', async () => {
    const { user, mails } = await aSwitchedOff();
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, user.id));
    expect(await mails()).toEqual([]);
    await database.db.delete(users).where(eq(users.id, user.id));
    expect(await mails()).toEqual([]);
  });
});
