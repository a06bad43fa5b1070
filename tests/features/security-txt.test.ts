import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createSecurityTxtRoutes } from '#server/edge/security-txt.ts';

const config = readConfig({ PUBLIC_URL: 'https://vidya.example', SUPPORT_EMAIL: 'help@vidya.example' }, 'test');
const at = (now: string, options = config) => createSecurityTxtRoutes({ config: options, now: () => new Date(now) });

describe('/.well-known/security.txt', () => {
  // spec s8-development.19 | S8 H | `/.well-known/security.txt` says where to report, and expires within a year | src/server/edge/security-txt.ts
  it('says where to report, until when, in which languages and under which policy', async () => {
    const response = await at('2026-11-23T15:00:00Z').request('/.well-known/security.txt');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await response.text()).toBe(
      [
        'Contact: mailto:help@vidya.example',
        'Expires: 2027-05-22T00:00:00.000Z',
        'Preferred-Languages: en, si, ta',
        'Canonical: https://vidya.example/.well-known/security.txt',
        'Policy: https://vidya.example/.well-known/security-policy.txt',
        '',
      ].join('\n'),
    );
  });

  // spec s8-development.19
  it('is always valid for less than a year', async () => {
    for (const now of ['2026-01-01T00:00:00Z', '2027-12-31T23:59:59Z', '2028-02-29T12:00:00Z']) {
      const text = await (await at(now).request('/.well-known/security.txt')).text();
      const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
      const days = (expires - Date.parse(now)) / 86_400_000;
      expect(days).toBeGreaterThan(170);
      expect(days).toBeLessThan(365);
    }
  });

  it('names SECURITY_CONTACT where there is one', async () => {
    const own = readConfig({ SECURITY_CONTACT: 'https://vidya.example/report' }, 'test');
    expect(await (await at('2026-11-23T15:00:00Z', own).request('/.well-known/security.txt')).text()).toMatch(
      /^Contact: https:\/\/vidya\.example\/report\n/,
    );
    expect(() => readConfig({ SECURITY_CONTACT: 'somebody' }, 'test')).toThrow('SECURITY_CONTACT must be a mailto: or https: address');
  });

  it('leads to what is promised', async () => {
    const response = await at('2026-11-23T15:00:00Z').request('/.well-known/security-policy.txt');
    expect(await response.text()).toContain('Write to help@vidya.example');
  });
});
