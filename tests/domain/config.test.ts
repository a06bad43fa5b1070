import { describe, expect, it } from 'vitest';
import { ConfigError, directUrlOf, pageConfig, readConfig, warningsOf } from '#server/config.ts';
import { RATE_LIMITS } from '#shared/vocabulary/limits.ts';
import { RETENTION_DAYS } from '#shared/vocabulary/privacy.ts';

const NOW = new Date('2026-03-02T04:30:00Z');
const SECRET = '8f2c61d09be7435aa14c0d6e92b857f3';
const S3 = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'vidya', S3_ACCESS_KEY_ID: 'an-id', S3_SECRET_ACCESS_KEY: 'a-word' };
const VAPID = {
  VAPID_PUBLIC_KEY: 'BL-SUs_Ytu8iZ7CB4MmhwO_-kzTd8DguAkzl4F8bKcBy_bOVZrOouWBjTbWWIp46BagYaUX3eiGdGij5SdjslNg',
  VAPID_PRIVATE_KEY: '2GHhMdvVSFVMDx5560b-5N0kUc7cPkKgKypcJGSwojY',
};
const PRODUCTION = { PUBLIC_URL: 'https://vidya.example', APP_SECRET: SECRET, SMTP_URL: 'smtp://mail.vidya.example:587' };

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('needs nothing in development', () => {
    const config = readConfig({}, 'development', '/srv/vidya');
    expect(config).toMatchObject({
      port: 3000,
      host: 'localhost',
      databaseUrl: null,
      publicUrl: 'http://localhost:3000',
      appName: 'Vidya',
      timezone: 'Asia/Colombo',
      corsOrigins: [],
      smtpUrl: null,
      isMailOff: false,
      mailFrom: 'support@vidya.lk',
      adminEmail: null,
      meetingUrlTemplate: 'https://meet.jit.si/{room}',
      s3: null,
      google: null,
      hasDevOpenid: false,
      rateLimits: RATE_LIMITS,
      unverifiedHomeVisits: true,
      outgoingAllow: [],
      vapid: null,
      processes: 1,
      trustProxy: false,
      logLevel: 'info',
      folders: { root: '/srv/vidya', data: '/srv/vidya/.data', client: '/srv/vidya/dist/client', migrations: '/srv/vidya/drizzle' },
    });
    expect(Buffer.byteLength(config.secret)).toBeGreaterThanOrEqual(32);
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('takes every variable', () => {
    const config = readConfig(
      {
        ...PRODUCTION,
        PORT: '8080',
        HOME_VISITS_UNVERIFIED: 'off',
        HOST: '10.0.0.1',
        DATABASE_URL: 'postgres://a:b@db:5432/vidya',
        APP_NAME: 'Guru',
        SUPPORT_EMAIL: 'help@guru.lk',
        SUPPORT_PHONE: '011 000 0000',
        APP_TIMEZONE: 'Asia/Kathmandu',
        CORS_ORIGINS: 'https://a.example, http://localhost:5173/',
        SMTP_URL: 'smtps://guru:word@mail.guru.lk',
        MAIL_FROM: 'hello@guru.lk',
        ADMIN_EMAIL: 'admins@guru.lk',
        MEETING_URL_TEMPLATE: 'https://meet.guru.lk/{room}?lobby=1',
        ...S3,
        S3_ENDPOINT: 'https://s3.guru.lk/',
        GOOGLE_CLIENT_ID: 'an-id',
        GOOGLE_CLIENT_SECRET: 'a-word',
        GOOGLE_ISSUER: 'https://id.example',
        OUTGOING_ALLOW: 'photos.internal, 10.0.0.7',
        ...VAPID,
        WEB_CONCURRENCY: '4',
        TRUST_PROXY: 'true',
        LOG_LEVEL: 'warn',
        DATA_DIR: '/var/lib/vidya',
      },
      'production',
      '/srv/vidya',
    );
    expect(config).toMatchObject({
      port: 8080,
      host: '10.0.0.1',
      databaseUrl: 'postgres://a:b@db:5432/vidya',
      publicUrl: 'https://vidya.example',
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      smtpUrl: 'smtps://guru:word@mail.guru.lk',
      isMailOff: false,
      mailFrom: 'hello@guru.lk',
      adminEmail: 'admins@guru.lk',
      meetingUrlTemplate: 'https://meet.guru.lk/{room}?lobby=1',
      s3: { endpoint: 'https://s3.guru.lk', bucket: 'vidya', region: 'us-east-1', accessKeyId: 'an-id', secretAccessKey: 'a-word' },
      google: {
        clientId: 'an-id',
        clientSecret: 'a-word',
        issuer: 'https://id.example',
        authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
        tokenUrl: 'https://oauth2.googleapis.com/token',
      },
      outgoingAllow: ['photos.internal', '10.0.0.7'],
      vapid: { publicKey: VAPID.VAPID_PUBLIC_KEY, privateKey: VAPID.VAPID_PRIVATE_KEY, subject: 'mailto:help@guru.lk' },
      processes: 4,
      trustProxy: true,
      logLevel: 'warn',
      secret: SECRET,
      folders: { data: '/var/lib/vidya' },
    });
    expect(pageConfig(config, new Date('2026-11-23T10:30:00Z'))).toEqual({
      appName: 'Guru',
      publicUrl: 'https://vidya.example',
      supportEmail: 'help@guru.lk',
      supportPhone: '011 000 0000',
      timezone: 'Asia/Kathmandu',
      zoneOffset: { offset: 345, from: expect.any(Number), until: expect.any(Number) },
      hasGoogle: true,
      unverifiedHomeVisits: false,
    });
  });

  // spec s8-development.20
  it('warns in production of the embedded database, and of nothing in development', () => {
    expect(warningsOf(readConfig({ ...PRODUCTION, DATA_DIR: '/var/lib/vidya' }, 'production'))).toEqual([
      expect.stringMatching(/^DATABASE_URL is not set: .* \/var\/lib\/vidya, /),
    ]);
    expect(warningsOf(readConfig({ ...PRODUCTION, DATABASE_URL: 'postgres://a:b@db:5432/vidya' }, 'production'))).toEqual([]);
    expect(warningsOf(readConfig({}, 'development'))).toEqual([]);
  });

  it('listens on every interface in production', () => {
    expect(readConfig(PRODUCTION, 'production').host).toBeNull();
  });

  // spec mail.8 | D Accounts | Production refuses to start without it unless MAIL=off, and has no outbox | src/server/config.ts
  it('is refused in production without the address people open, a secret, and a server for mails', () => {
    expect(problemsOf(() => readConfig({ PUBLIC_URL: ' ' }, 'production'))).toEqual([
      expect.stringMatching(/^PUBLIC_URL is required in production/),
      expect.stringMatching(/^APP_SECRET is required in production/),
      expect.stringMatching(/^SMTP_URL is required in production: .*MAIL=off/),
    ]);
  });

  // spec mail.8
  it('sends no mail in production only where that is configured', () => {
    const config = readConfig({ ...PRODUCTION, SMTP_URL: '', MAIL: 'off' }, 'production');
    expect(config).toMatchObject({ smtpUrl: null, isMailOff: true });
    expect(problemsOf(() => readConfig({ ...PRODUCTION, MAIL: 'no' }, 'production'))).toEqual(['MAIL must be off, or left out']);
  });

  it.each(['mail.example:587', 'http://mail.example', 'smtp://'])('does not take %s as a server for mails', (SMTP_URL) => {
    expect(problemsOf(() => readConfig({ SMTP_URL }, 'development'))).toEqual(['SMTP_URL must be an address such as smtp://user:password@host:587']);
  });

  it.each(['nobody', 'a@b', 'a b@c.lk', 'a@b.lk, c@d.lk', 'Vidya <a@b.lk>'])('sends no mail from %s', (MAIL_FROM) => {
    expect(problemsOf(() => readConfig({ MAIL_FROM }, 'development'))).toEqual(['MAIL_FROM must be an email address']);
  });

  // spec production.5 | D, S2 | RATE_LIMITS=off and DEV_OPENID are for development and tests | src/server/config.ts
  it('lifts the limits of calls everywhere but in production', () => {
    expect(readConfig({ RATE_LIMITS: 'off' }, 'development').rateLimits).toBeNull();
    expect(problemsOf(() => readConfig({ ...PRODUCTION, RATE_LIMITS: 'off' }, 'production'))).toEqual([
      'RATE_LIMITS=off is for development and tests only',
    ]);
    expect(problemsOf(() => readConfig({ RATE_LIMITS: 'none' }, 'development'))).toEqual([
      'RATE_LIMITS must be off, or limits such as register=1000/3600,login=20/900',
    ]);
  });

  // spec production.5
  it('has a provider of its own in the place of Google in development only', () => {
    expect(readConfig({ DEV_OPENID: '1' }, 'development').hasDevOpenid).toBe(true);
    expect(problemsOf(() => readConfig({ ...PRODUCTION, DEV_OPENID: '1' }, 'production'))).toEqual(['DEV_OPENID is for development only']);
    expect(readConfig({ ...PRODUCTION, DEV_OPENID: 'false' }, 'production').hasDevOpenid).toBe(false);
  });

  it.each(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])('takes no %s alone', (name) => {
    expect(problemsOf(() => readConfig({ [name]: 'x' }, 'development'))).toEqual(['GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are needed together']);
  });

  // spec rest-uploads.19 | S3 | A store is configured whole, and in production over https | src/server/config.ts
  it.each(Object.keys(S3))('takes no store without %s', (name) => {
    expect(problemsOf(() => readConfig({ ...S3, [name]: '' }, 'development'))).toEqual([
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY are needed together',
    ]);
  });

  it.each([
    ['half of a pair', { ...VAPID, VAPID_PRIVATE_KEY: '' }],
    ['halves of two pairs', { ...VAPID, VAPID_PRIVATE_KEY: 'iv2WSk2csEcBY5MLRCSyGYTkjptOJpcb3PwEJ7U193E' }],
    ['what is no key', { ...VAPID, VAPID_PUBLIC_KEY: 'key' }],
  ])('tells no browser by Web Push with %s', (_, env) => {
    expect(problemsOf(() => readConfig(env, 'development'))).toEqual([
      expect.stringMatching(/^VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair/),
    ]);
  });

  it('says to push services where its people are to be reached', () => {
    const subjectOf = (VAPID_SUBJECT: string) => readConfig({ ...VAPID, VAPID_SUBJECT }, 'development').vapid?.subject;
    expect([subjectOf('mailto:push@guru.lk'), subjectOf('https://guru.lk/contact')]).toEqual(['mailto:push@guru.lk', 'https://guru.lk/contact']);
    expect(problemsOf(() => subjectOf('push@guru.lk'))).toEqual(['VAPID_SUBJECT must be a mailto: or https: address']);
  });

  it.each(['0', '65', '-1', '1.5', 'all'])('does not run in %s processes', (WEB_CONCURRENCY) => {
    expect(problemsOf(() => readConfig({ WEB_CONCURRENCY }, 'development'))).toEqual(['WEB_CONCURRENCY must be a number from 1 to 64']);
  });

  // spec rest-uploads.19
  it('sends nothing to a store in production that anybody on the way could read', () => {
    expect(problemsOf(() => readConfig({ ...PRODUCTION, ...S3, S3_ENDPOINT: 'http://s3.example' }, 'production'))).toEqual([
      'S3_ENDPOINT must be an https address',
    ]);
    expect(readConfig({ ...PRODUCTION, ...S3, S3_REGION: 'ap-south-1' }, 'production').s3?.region).toBe('ap-south-1');
  });

  // spec s13-deploy.6 | S13 4 | S3_ALLOW_HTTP lets production call a store in a network of one's own by http, and nothing else |
  //   src/server/config.ts
  it('may call a store by http in a network of its own, and nothing else', () => {
    const config = readConfig({ ...PRODUCTION, ...S3, S3_ENDPOINT: 'http://s3:8333', S3_ALLOW_HTTP: 'true' }, 'production');
    expect(config.s3?.endpoint).toBe('http://s3:8333');
    expect(problemsOf(() => readConfig({ ...PRODUCTION, ...S3, S3_ENDPOINT: 's3:8333', S3_ALLOW_HTTP: 'true' }, 'production'))).toEqual([
      'S3_ENDPOINT must be an http or https address',
    ]);
    expect(problemsOf(() => readConfig({ ...PRODUCTION, PUBLIC_URL: 'http://vidya.example', S3_ALLOW_HTTP: 'true' }, 'production'))).toEqual([
      'PUBLIC_URL must be an https address without a path',
    ]);
  });

  // spec rest-uploads.19
  it.each(['https://meet.example/room', 'http://meet.example/{room}', '{room}'])('makes no meeting links of %s', (MEETING_URL_TEMPLATE) => {
    expect(problemsOf(() => readConfig({ MEETING_URL_TEMPLATE }, 'development'))).toEqual([
      'MEETING_URL_TEMPLATE must be an https address with {room} in it',
    ]);
  });

  const ENCRYPTED = [
    ['PUBLIC_URL', 'an https address without a path'],
    ['GOOGLE_ISSUER', 'an https address'],
    ['GOOGLE_AUTHORIZATION_URL', 'an https address'],
    ['GOOGLE_TOKEN_URL', 'an https address'],
  ];

  it.each(ENCRYPTED)('takes no %s in production that anybody on the way could read', (name = '', expected) => {
    for (const host of ['vidya.example', '127.0.0.1.example', '127.example', 'localhost.example', '10.0.0.1', '[::2]']) {
      expect(problemsOf(() => readConfig({ ...PRODUCTION, [name]: `http://${host}` }, 'production'))).toEqual([`${name} must be ${expected}`]);
      expect(problemsOf(() => readConfig({ [name]: `http://${host}` }, 'development'))).toEqual([]);
    }
    for (const host of ['localhost:3000', '127.0.0.1', '127.1.2.3:80', '[::1]:3000']) {
      expect(problemsOf(() => readConfig({ ...PRODUCTION, [name]: `http://${host}` }, 'production'))).toEqual([]);
    }
  });

  // spec s14-scale.19 | S14 6 | Behind a pooler nothing is prepared unless it is asked for; without DATABASE_DIRECT_URL and DATABASE_READ_URL all is
  //   as it was | src/server/config.ts
  it('takes the addresses of a pooler and of a replica', () => {
    const [one, direct, read] = ['pooler', 'db', 'replica'].map((host) => `postgres://a:b@${host}:5432/vidya`);
    const plain = { databaseDirectUrl: null, databaseReadUrl: null, hasPreparedStatements: true, poolSize: null };
    expect(readConfig({ DATABASE_URL: one }, 'development')).toMatchObject(plain);
    const pooled = { DATABASE_URL: one, DATABASE_DIRECT_URL: direct, DATABASE_READ_URL: read, DATABASE_POOL_SIZE: '2' };
    const config = readConfig(pooled, 'development');
    expect(config).toMatchObject({ databaseUrl: one, databaseDirectUrl: direct, databaseReadUrl: read, hasPreparedStatements: false, poolSize: 2 });
    expect(directUrlOf(config)).toBe(direct);
    expect(directUrlOf(readConfig({ DATABASE_URL: one }, 'development'))).toBe(one);
    expect(readConfig({ ...pooled, DATABASE_PREPARE: 'on' }, 'development').hasPreparedStatements).toBe(true);
  });

  // spec s14-scale.19
  it('refuses those addresses without DATABASE_URL, and a pool of one', () => {
    const alone = { DATABASE_DIRECT_URL: 'postgres://db/x', DATABASE_READ_URL: 'mysql://db/x', DATABASE_POOL_SIZE: '1', DATABASE_PREPARE: 'perhaps' };
    expect([...problemsOf(() => readConfig(alone, 'development'))].sort()).toEqual([
      'DATABASE_DIRECT_URL needs DATABASE_URL',
      'DATABASE_POOL_SIZE must be a number from 2 to 500',
      'DATABASE_PREPARE must be on or off',
      'DATABASE_READ_URL must be a PostgreSQL address, as DATABASE_URL',
    ]);
  });

  // spec production.4 | S2 | The start-up check names every problem of the configuration | src/server/config.ts
  it('names every problem at once, one a line', () => {
    const wrong = {
      PORT: '65536',
      APP_SECRET: 'short',
      PUBLIC_URL: 'vidya.example',
      DATABASE_URL: 'mysql://db/x',
      APP_TIMEZONE: 'Asia/Nowhere',
      LOG_LEVEL: 'loud',
    };
    const more = { SUPPORT_EMAIL: 'nobody', CORS_ORIGINS: 'https://a.example,b', TRUST_PROXY: 'perhaps', SMTP_URL: 'mail' };
    const problems = problemsOf(() => readConfig({ ...wrong, ...more }, 'production'));
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual([...Object.keys(wrong), ...Object.keys(more)].sort());
    expect(() => readConfig(wrong, 'production')).toThrow(/^The configuration is not valid:\n( {2}\S.*\n?)+$/);
  });

  // spec s13-privacy.16
  it('takes other periods, and shows those that pages name', () => {
    const config = readConfig({ RETENTION: 'notifications=180, failed_jobs=7' }, 'development');
    expect(config.retention).toEqual({ ...RETENTION_DAYS, notifications: 180, failed_jobs: 7 });
    expect(pageConfig(config, NOW).retention).toEqual({ webhookLog: 30, failedJobs: 7 });
    expect(pageConfig(readConfig({ RETENTION: 'notifications=180' }, 'development'), NOW).retention).toBeUndefined();
  });

  // spec s13-privacy.16
  it.each([
    'off',
    'notifications',
    'notifications=0',
    'notifications=-1',
    'bookings=365',
    'notifications=40000',
    'devices=1,devices=2',
    'devices=1.5',
  ])('refuses the periods %s', (RETENTION) => {
    expect(problemsOf(() => readConfig({ RETENTION }, 'development'))).toEqual([
      'RETENTION must be days to keep such as notifications=180,devices=90, of notifications, booking_contacts, reports, devices, webhook_log, failed_jobs, live_events',
    ]);
  });

  // spec rest-limits.27 | R §2.12 | Other limits by configuration: `RATE_LIMITS=login=20/900` | src/server/config.ts
  it('takes other limits than those of the contract, by name', () => {
    const { rateLimits } = readConfig(
      { ...PRODUCTION, SMTP_URL: 'smtp://mail', RATE_LIMITS: 'login=3/60, forgotPassword=9/600,forgotPassword=2/10' },
      'production',
    );
    const forgotPassword = [
      { times: 2, seconds: 10 },
      { times: 9, seconds: 600 },
    ];
    expect(rateLimits).toEqual({ ...RATE_LIMITS, login: [{ times: 3, seconds: 60 }], forgotPassword });
  });

  // spec rest-limits.27
  it.each(['none', 'login', 'login=0/60', 'login=3', 'login=3/60s', 'logon=3/60', 'login=3/60,,'])('does not take %s as limits', (text) => {
    expect(problemsOf(() => readConfig({ RATE_LIMITS: text }, 'development'))).toEqual([
      'RATE_LIMITS must be off, or limits such as register=1000/3600,login=20/900',
    ]);
  });

  it.each(['0', '1', '65535'])('takes %s as a port', (port) => {
    expect(readConfig({ PORT: port }, 'development').port).toBe(Number(port));
  });

  it.each(['-1', '3000.5', '65536', '0x10', 'http'])('does not take %s as a port', (port) => {
    expect(problemsOf(() => readConfig({ PORT: port }, 'development'))).toEqual(['PORT must be a port number from 0 to 65535']);
  });

  it('takes a secret of 32 bytes and none of 31', () => {
    expect(problemsOf(() => readConfig({ APP_SECRET: 'a'.repeat(31) }, 'development'))).toEqual(['APP_SECRET must be at least 32 bytes long']);
    expect(readConfig({ APP_SECRET: SECRET }, 'development').secret).toBe(SECRET);
  });
});
