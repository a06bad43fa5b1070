import { describe, expect, test } from 'vitest';
import { composeEmail } from '#server/features/mail/email-layout.mail.ts';
import { ENGLISH } from '#shared/domain/texts.ts';

const SITE = 'http://127.0.0.1';
const LETTER = {
  t: ENGLISH,
  pagesUrl: SITE,
  appName: 'Vidya',
  supportEmail: 'help@vidya.test',
  zone: 'Asia/Colombo',
  publicUrl: SITE,
  adminEmail: null,
  meetingUrlTemplate: 'https://meet.vidya.test/{room}',
  unverifiedHomeVisits: true,
  adminsNeedSecondFactor: false,
};

describe('a letter', () => {
  const letter = (name: string, appName = 'Vidya') =>
    composeEmail(
      { ...LETTER, appName },
      { to: 'a@b.lk', name, subject: 'News', parts: ['Fish & chips', { label: 'Look', url: `${SITE}/?a=1&b="2"` }] },
    );

  // spec mail.32 | R §5, S6 | Every mail is HTML and text with the same words, escaped, and loads nothing from elsewhere |
  //   src/server/features/mail/email-layout.mail.ts
  test('says the same in text and in HTML, where nothing of it is markup', () => {
    const { text, html } = letter(`<img src=x onerror=alert(1)> "O'Neil" & Sons`, '<b>Vidya</b>');
    expect(text).toContain(`Hello <img src=x onerror=alert(1)> "O'Neil" & Sons,`);
    expect(html).toContain('Hello &lt;img src=x onerror=alert(1)&gt; &quot;O&#39;Neil&quot; &amp; Sons,');
    expect(html).not.toMatch(/<img|<b>/);
    expect(html).toContain(`href="${SITE}/?a=1&amp;b=&quot;2&quot;"`);
    for (const sentence of ['Fish &amp; chips', 'Look', 'If you need help, write to help@vidya.test.']) expect(html).toContain(sentence);
    for (const sentence of ['Fish & chips', 'Look', 'If you need help, write to help@vidya.test.']) expect(text).toContain(sentence);
  });

  // spec mail.32
  test('needs nothing from elsewhere', () => {
    expect(letter('Nimal').html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/i);
  });

  // spec mail.32
  test.each([
    'Win money http://evil.example',
    'www.evil.example',
    'WWW.evil',
    'Go to evil.com now',
    'evil.lk/x',
    'Win at EVIL.COM',
    'go to evil.com!',
    'evil.com, now',
    'Claim at evil.com: now',
    'evil.com?x=1',
    'evil99.com',
    'evil.இலங்கை',
    'write to evil@localhost',
    '',
  ])('does not greet with the advertisement %j', (name) => {
    const { text, html } = letter(name);
    expect(text).toMatch(/^Hello,\n/);
    expect(html).not.toMatch(/evil/i);
  });

  test.each([
    ['S.M.K. Perera', 'S.M.K. Perera'],
    ['K.D. Perera', 'K.D. Perera'],
    ['A. B. Perera', 'A. B. Perera'],
    ['S.M. Silva', 'S.M. Silva'],
    ['Dr. Nimal', 'Dr. Nimal'],
    ['நிமல்', 'நிமல்'],
    ['Two\r\n\r\nlines', 'Two lines'],
  ])('greets %j in one line', (name, greeted) => {
    expect(letter(name).text).toMatch(new RegExp(`^Hello ${greeted},\n`));
  });
});
