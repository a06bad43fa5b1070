import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { migrate } from '#db/migrate.ts';
import { startOpenid } from '#server/dev-openid.ts';
import { startCluster } from '#tests/support/cluster.ts';
import { freePort, startServer } from '#tests/support/server.ts';
import { anSmtpServer } from '#tests/support/smtp.ts';
import { OPENID_PEOPLE } from './people.ts';

/** The built product on a database of its own, filled with the demo data of today. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  const admin = postgres(cluster.url('postgres'), { max: 1, onnotice: () => {} });
  await admin`create database ${admin(name)}`;
  const databaseUrl = cluster.url(name);
  await migrate(databaseUrl, 'drizzle');
  const folder = mkdtempSync(join(tmpdir(), 'vidya-e2e-'));
  const mails = join(folder, 'mails');
  mkdirSync(mails);
  const smtp = await anSmtpServer({ onReceived: (mail) => writeFileSync(join(mails, `${randomUUID()}.json`), JSON.stringify(mail)) });
  await smtp.start();
  const port = await freePort();
  // By name: passkeys belong to a domain, which an IP address is not.
  const url = `http://localhost:${port}`;
  const openid = await startOpenid({ redirectUris: [`${url}/api/auth/google/callback`], people: OPENID_PEOPLE });
  const { settings } = openid;
  const env = {
    PUBLIC_URL: url,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    MAIL: '',
    SMTP_URL: smtp.url,
    GOOGLE_CLIENT_ID: settings.clientId,
    GOOGLE_CLIENT_SECRET: settings.clientSecret,
    GOOGLE_ISSUER: settings.issuer,
    GOOGLE_AUTHORIZATION_URL: settings.authorizationUrl,
    GOOGLE_TOKEN_URL: settings.tokenUrl,
    // The provider of the sign-in, and whatever a journey has listen here.
    OUTGOING_ALLOW: '127.0.0.1',
  };
  const seeded = spawnSync(process.execPath, ['--import', 'tsx', 'src/server/cli/seed.ts'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (seeded.status !== 0) throw new Error(`the demo data could not be made:\n${seeded.stdout}${seeded.stderr}`);
  const server = await startServer({ databaseUrl, env, port });
  process.env.E2E_URL = url;
  process.env.E2E_DATABASE_URL = databaseUrl;
  process.env.E2E_MAILS = mails;
  return async () => {
    await server.stop();
    await openid.close();
    await smtp.stop();
    await admin`drop database if exists ${admin(name)} with (force)`;
    await admin.end({ timeout: 5 });
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
