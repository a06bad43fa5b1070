import { Hono } from 'hono';
import { DAY_MS } from '#shared/vocabulary/durations.ts';

type Site = { config: { publicUrl: string; appName: string; securityContact: string }; now: () => Date };

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;
const FOLDER = '/.well-known';
const HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' };

export function createSecurityTxtRoutes({ config, now }: Site): Hono {
  const site = new Hono();
  const { publicUrl, appName, securityContact } = config;

  site.get(`${FOLDER}/security.txt`, (c) => {
    const expires = new Date(Math.floor(now().getTime() / DAY_MS) * DAY_MS + VALID_DAYS * DAY_MS).toISOString();
    const fields = [
      ['Contact', securityContact],
      ['Expires', expires],
      ['Preferred-Languages', 'en, si, ta'],
      ['Canonical', `${publicUrl}${FOLDER}/security.txt`],
      ['Policy', `${publicUrl}${FOLDER}/security-policy.txt`],
    ];
    return c.body(fields.map(([name, value]) => `${name}: ${value}\n`).join(''), 200, HEADERS);
  });

  site.get(`${FOLDER}/security-policy.txt`, (c) => c.body(renderPolicy(appName, securityContact), 200, HEADERS));

  return site;
}

const renderPolicy = (appName: string, contact: string): string => `Reporting a vulnerability of ${appName}

Write to ${contact.replace(/^mailto:/, '')} with what you did, what happened and what you expected. English, Sinhala or Tamil.

What we promise
- an answer of a person within 3 working days
- an assessment within 10 working days, and news at least every 14 days until it is mended
- credit by name in the notes of the release, if you want it
- no legal steps against whoever acts in good faith and keeps to what follows

What we ask
- use accounts and bookings of your own, and read no more of others than proves the problem
- no denial of service, no spam, no deceiving of people, no physical attacks
- leave us 90 days before you publish

There is no payment for reports.
`;
