import { describe, expect, it } from 'vitest';
import { shown, texts, until } from '#tests/support/render.tsx';
import { linksOf, visit } from '#tests/support/visit.ts';

describe('the privacy policy', () => {
  it('is there for everybody and links to the registration', async () => {
    await visit('/privacy', null);
    await until(() => expect(texts('h1')).toEqual(['Privacy Policy']));
    expect(linksOf('main')).toContainEqual(['registration', '/register']);
    await shown('Of your password only a hash is kept');
  });
});

describe('the terms of service', () => {
  it('name the account types, say that Premium is not offered, and link to the registration', async () => {
    await visit('/terms', null);
    await until(() => expect(texts('h1')).toEqual(['Terms of Service']));
    await shown('There are four account types: Free, Premium, Tutor and Admin. Premium accounts are not offered at present.');
    expect(linksOf('main')).toContainEqual(['create an account', '/register']);
  });

  it('give fee, payout and the three bands of refund, under the sentence that says from when they apply', async () => {
    await visit('/terms', null);
    await shown('Payment, fees and refunds');
    const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === 'Payment, fees and refunds');
    const sentence = heading?.nextElementSibling?.nextElementSibling;
    expect(sentence?.textContent).toMatch(/^These terms apply once payments are taken online\./);
    expect([...(sentence?.nextElementSibling?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Tutors pay a platform fee of 15% of the price of a session.',
      'Tutors are paid out within 7-14 business days.',
      'Cancellation is free more than 24 hours before a session.',
      'From 24 hours to 2 hours before a session, 50% is refunded.',
      'Within 2 hours before a session, nothing is refunded.',
    ]);
  });
});
