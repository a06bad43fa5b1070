import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { handleNavigations } from '#client/app/navigation.ts';
import { TermsOfService } from '#client/features/legal/terms-of-service.tsx';
import { JOBS, PLATFORM_FEE } from '#shared/vocabulary/limits.ts';
import { PAGE_CONFIG, render } from '#tests/support/render.tsx';
import { listLinks, visit } from '#tests/support/visit.ts';

/** The paragraphs, list items and definitions of a section. */
async function readSection(title: string): Promise<string[]> {
  const section = within(await screen.findByRole('region', { name: title }));
  return section.queryAllByText((_, element) => /^(P|LI|DD)$/.test(element?.tagName ?? '')).map(({ textContent }) => textContent ?? '');
}

const mainLinks = () => listLinks(screen.getByRole('main'));

describe('the terms of service', () => {
  // spec static.3 | P §2 Static pages, D Routes | Terms: the account types Free, Premium, Tutor and Admin; Premium not offered at present; a link to
  //   /register | src/client/features/legal/terms-of-service.tsx
  test('name the account types, say that Premium is not offered, and link to the registration', async () => {
    await visit('/terms', null);
    await screen.findByRole('heading', { level: 1, name: 'Terms of Service' });
    expect((await readSection('Accounts'))[0]).toBe(
      'There are four account types: Free, Premium, Tutor and Admin. Premium accounts are not offered at present.',
    );
    expect(mainLinks()).toContainEqual(['create an account', '/register']);
  });

  // spec static.4 | P §2 Static pages, D Routes, D Time and money | Terms: 15% fee, payout in 7-14 business days, the three bands of refund, under
  //   the sentence that they apply once payments are taken online; no payment is taken online yet | src/client/features/legal/terms-of-service.tsx
  // spec constants.15 | C §9 | Terms: 15% fee, payout in 7-14 business days, three bands | src/client/features/legal/terms-of-service.tsx
  test('give fee, payout and the three bands of refund, under the sentence that says from when they apply', async () => {
    await visit('/terms', null);
    expect((await readSection('Payment, fees and refunds')).slice(0, 7)).toEqual([
      'No payment is taken online yet.',
      'These terms apply once payments are taken online. Until then you pay your tutor directly, and Vidya collects, pays out and refunds nothing.',
      `Tutors pay a platform fee of ${PLATFORM_FEE * 100}% of the price of a session.`,
      'Tutors are paid out within 7-14 business days.',
      'Cancellation is free more than 24 hours before a session.',
      'From 24 hours to 2 hours before a session, the student owes 50% of the price: a 50% refund.',
      'Within 2 hours before a session, the student owes the whole price: no refund.',
    ]);
  });
});

describe('the terms of service of a site with another name', () => {
  test('name that one wherever they name a site', async () => {
    await render(<TermsOfService config={{ ...PAGE_CONFIG, appName: 'Guru $& Co' }} />);
    await screen.findByText(/Until then you pay your tutor directly, and Guru \$& Co collects, pays out and refunds nothing\./);
    expect(document.body.textContent).not.toContain('Vidya');
  });
});

describe('what the legal pages promise', () => {
  test('is dated, and refers to no day that is not recorded', async () => {
    await visit('/terms', null);
    expect((await screen.findByText('21 November 2026')).parentElement?.textContent).toBe('Last changed on 21 November 2026');
    expect((await readSection('Questions and changes')).join()).toContain('and the day of the change at its top.');
    expect(document.body.textContent).not.toContain('those of the day of its request');
  });

  test('is what the account page does', async () => {
    await visit('/privacy', null);
    expect((await readSection('Your rights'))[0]).toMatch(/^Your account page shows your details and lets you correct them\./);
  });
});

describe('the privacy policy', () => {
  // spec static.2
  test('names what the browser stores', async () => {
    await visit('/privacy', null);
    const section = (await readSection('What your browser keeps')).join('\n');
    for (const text of [
      'until you have chosen a role',
      'that you have not saved yet',
      'written into the profile or a post and not saved yet',
      'for which you have asked for a code',
      'reminder to confirm',
      'chosen and typed for a booking',
      'A review that you have begun',
      'have not reached us yet',
      'while we could not be reached',
      'that you have seen last',
    ]) {
      expect(section).toContain(text);
    }
  });

  // spec static.1 | P §2 Static pages | Privacy Policy, with a link to /register | src/client/features/legal/privacy-policy.tsx
  test('is public, and links to the registration', async () => {
    await visit('/privacy', null);
    await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' });
    expect(mainLinks()).toContainEqual(['create an account', '/register']);
  });

  // spec static.2 | S2, S4, S6 | It names every kind of data that is kept, who sees it, the one cookie, and what is left of a deleted account |
  //   src/client/features/legal/stored-data.tsx
  test('names every kind of stored data', async () => {
    await visit('/privacy', null);
    await readSection('What we keep, and what for');
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Your account',
      'Your child’s first name',
      'Where you are signed in',
      'Your bookings',
      'Meeting links',
      'Messages',
      'Your favourites',
      'Your saved searches',
      'Your calendar link',
      'A tutor’s profile',
      'A tutor’s days off',
      'Posts and likes',
      'What you upload',
      'Reports',
      'What our admins do',
      'Notifications',
      'Push notifications',
      'Mail',
      'Attempts',
    ]);
  });

  // spec static.2
  test('names what is stored for mail preferences and push notifications', async () => {
    await visit('/privacy', null);
    const section = (await readSection('What we keep, and what for')).join('\n');
    expect(section).toContain('which kinds you do without is kept until you want them again.');
    expect(section).toContain('They go when you turn it off, and with the session in which you turned it on.');
    expect((await readSection('Who sees it')).join('\n')).toContain('What it says is encrypted for your browser.');
  });

  test('says how long a mail is stored', async () => {
    await visit('/privacy', null);
    expect((await readSection('What we keep, and what for')).join()).toContain(
      `A mail that could not be delivered is kept for ${JOBS.deadDays} days.`,
    );
  });

  // spec static.2
  test('names the one cookie, and what remains of a deleted account', async () => {
    await visit('/privacy', null);
    expect((await readSection('What your browser keeps')).at(-1)).toMatch(
      /^One cookie is set, and only when you continue with Google: for at most 10 minutes/,
    );
    const section = await readSection('Deleting your account');
    for (const sentence of [
      'Your calendar link stops working.',
      'Reviews that you wrote stay, without your name.',
      'Messages stay with the other side, without your name, until that account is deleted too.',
      'Reports that you made stay with our admins, without your name.',
    ]) {
      expect(section).toContain(sentence);
    }
  });

  // spec static.2
  test('says who reads messages and reports, and what a calendar link shows', async () => {
    await visit('/privacy', null);
    const section = (await readSection('Who sees it')).join('\n');
    for (const sentence of [
      'Of one that is reported our admins may see that message and the ten before it, and nothing else.',
      'So is a problem that one of the two reports on it.',
      'Whoever has the calendar link that you made sees your sessions.',
    ]) {
      expect(section).toContain(sentence);
    }
  });
});

// spec static.5 | S2 | A table of contents names every section | src/client/features/legal/legal-page.tsx
describe('a long text', () => {
  test.each(['/terms', '/privacy'] as const)('%s has a table of contents that names every section once', async (path) => {
    await visit(path, null);
    const contents = await screen.findByRole('navigation', { name: 'On this page' });
    const sections = within(screen.getByRole('main')).getAllByRole('region');
    expect(sections.length).toBeGreaterThan(5);
    expect(listLinks(contents)).toEqual(sections.map(({ id, firstElementChild }) => [firstElementChild?.textContent, `${path}#${id}`]));
  });

  test('moves the focus to the section whose link was followed', async () => {
    const { user, router, at } = await visit('/terms', null);
    const stop = handleNavigations(router);
    const contents = await screen.findByRole('navigation', { name: 'On this page' });
    await user.click(within(contents).getByRole('link', { name: 'Payment, fees and refunds' }));
    await waitFor(() => expect(document.activeElement?.id).toBe('payment'));
    expect(at()).toBe('/terms#payment');
    await act(async () => router.navigate({ to: '/privacy', hash: 'deleting' }));
    await waitFor(() => expect(document.activeElement?.id).toBe('deleting'));
    stop();
  });
});
