import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { handleNavigations } from '#client/app/navigation.ts';
import { TermsOfService } from '#client/features/legal/terms-of-service.tsx';
import { JOBS } from '#shared/vocabulary/job-limits.ts';
import { PLATFORM_FEE } from '#shared/vocabulary/limits.ts';
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
    expect((await readSection('Questions and changes')).join()).toContain('and the date of the change.');
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
    const section = (await readSection('What your browser stores')).join('\n');
    for (const text of [
      'Your colour scheme and your language',
      'until you have chosen a role',
      'Unsaved changes to your account details',
      'unsaved changes to a profile or post',
      'you requested a code for',
      'confirmation reminder you closed',
      'An unfinished booking',
      'An unfinished review',
      'Messages you have not sent',
      'cleared while offline',
      'The bookings you saw last',
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
    await readSection('What we store, and why');
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Your account',
      'Your child’s first name',
      'Where you are signed in',
      'Your bookings',
      'Meeting links',
      'Messages',
      'Your favorites',
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
    const section = (await readSection('What we store, and why')).join('\n');
    expect(section).toContain('and we store your choice.');
    expect(section).toContain('We delete these when you turn notifications off or when the session you turned them on in ends.');
    expect((await readSection('Who sees it')).join('\n')).toContain('but not what it says: notifications are encrypted.');
  });

  test('says how long a mail is stored', async () => {
    await visit('/privacy', null);
    expect((await readSection('What we store, and why')).join()).toContain(`or for ${JOBS.deadDays} days if it cannot be.`);
  });

  // spec static.2
  test('names the one cookie, and what remains of a deleted account', async () => {
    await visit('/privacy', null);
    expect((await readSection('What your browser stores')).at(-1)).toMatch(
      /^We set one cookie, only when you continue with Google. It lasts up to 10 minutes/,
    );
    const section = await readSection('Deleting your account');
    for (const sentence of [
      'Your calendar link stops working.',
      'Your reviews stay, without your name.',
      'The other person keeps your messages, without your name, until their account is deleted too.',
      'Our admins keep reports you made, without your name.',
    ]) {
      expect(section).toContain(sentence);
    }
  });

  // spec static.2
  test('says who reads messages and reports, and what a calendar link shows', async () => {
    await visit('/privacy', null);
    const section = (await readSection('Who sees it')).join('\n');
    for (const sentence of [
      'If a message is reported, our admins can see it and the ten messages before it, and nothing else.',
      'can see a booking and any problem reported on it.',
      'Anyone who has your calendar link can see your sessions.',
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
