import { describe, expect, it } from 'vitest';
import { ConfigError, pageConfig, readConfig } from '#server/config.ts';

const SECRET = 'a'.repeat(32);
const PRODUCTION = { PUBLIC_URL: 'https://vidya.example', APP_SECRET: SECRET };

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
        HOST: '10.0.0.1',
        DATABASE_URL: 'postgres://a:b@db:5432/vidya',
        APP_NAME: 'Guru',
        SUPPORT_EMAIL: 'help@guru.lk',
        SUPPORT_PHONE: '011 000 0000',
        APP_TIMEZONE: 'Asia/Kathmandu',
        CORS_ORIGINS: 'https://a.example, http://localhost:5173/',
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
      trustProxy: true,
      logLevel: 'warn',
      secret: SECRET,
      folders: { data: '/var/lib/vidya' },
    });
    expect(pageConfig(config)).toEqual({ appName: 'Guru', supportEmail: 'help@guru.lk', supportPhone: '011 000 0000', timezone: 'Asia/Kathmandu' });
  });

  it('listens on every interface in production', () => {
    expect(readConfig(PRODUCTION, 'production').host).toBeNull();
  });

  it('is refused in production without the address people open and without a secret', () => {
    expect(problemsOf(() => readConfig({ PUBLIC_URL: ' ' }, 'production'))).toEqual([
      expect.stringMatching(/^PUBLIC_URL is required in production/),
      expect.stringMatching(/^APP_SECRET is required in production/),
    ]);
  });

  it('names every problem at once, one a line', () => {
    const wrong = {
      PORT: '65536',
      APP_SECRET: 'short',
      PUBLIC_URL: 'vidya.example',
      DATABASE_URL: 'mysql://db/x',
      APP_TIMEZONE: 'Asia/Nowhere',
      LOG_LEVEL: 'loud',
    };
    const more = { SUPPORT_EMAIL: 'nobody', CORS_ORIGINS: 'https://a.example,b', TRUST_PROXY: 'perhaps' };
    const problems = problemsOf(() => readConfig({ ...wrong, ...more }, 'production'));
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual([...Object.keys(wrong), ...Object.keys(more)].sort());
    expect(() => readConfig(wrong, 'production')).toThrow(/^The configuration is not valid:\n( {2}\S.*\n?)+$/);
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
