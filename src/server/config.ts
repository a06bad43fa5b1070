import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { type BackupRetention, parseRetention } from '#shared/domain/backup-retention.ts';
import { findOffsetSpan } from '#shared/domain/zone.ts';
import type { PageConfig } from '#shared/page-config.ts';
import { RATE_LIMITS, type RateLimits } from '#shared/vocabulary/limits.ts';
import { RETENTION_DAYS, type Retention } from '#shared/vocabulary/privacy.ts';
import { isGuessable } from './config-secret.ts';
import {
  arePair,
  booleanOf,
  databaseUrlOf,
  emailOf,
  MAX_PROCESSES,
  MAX_STOP_DELAY_SECONDS,
  meetingTemplateOf,
  onOffOf,
  originOf,
  originsOf,
  POOL_SIZES,
  poolSizeOf,
  portOf,
  processesOf,
  rateLimitsOf,
  retentionOf,
  SECRET_BYTES,
  secretOf,
  smtpUrlOf,
  staysSecret,
  stopDelayOf,
  timezoneOf,
  vapidSubjectOf,
  webUrlOf,
} from './config-values.ts';

export type Mode = 'development' | 'production' | 'test';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type Config = Readonly<{
  mode: Mode;
  /** Always in production. */
  adminsNeedSecondFactor: boolean;
  port: number;
  /** Null listens on every interface; `localhost` on both loopback addresses. */
  host: string | null;
  /** Null for the embedded PostgreSQL in `folders.data`. */
  databaseUrl: string | null;
  /** PostgreSQL itself where `databaseUrl` is a pooler: for LISTEN, migrations, backups and commands. Null where they are the same. */
  databaseDirectUrl: string | null;
  /** A replica for what visitors read. */
  databaseReadUrl: string | null;
  hasPreparedStatements: boolean;
  /** Connections of each process; null divides `max_connections` among the processes. */
  poolSize: number | null;
  publicUrl: string;
  appName: string;
  supportEmail: string;
  supportPhone: string;
  securityContact: string;
  timezone: string;
  secret: string;
  /** Accepted for reading, never used for writing. */
  previousSecret: string | null;
  corsOrigins: readonly string[];
  /** Null stores mails in `folders.data`, shown at /dev/outbox. */
  smtpUrl: string | null;
  isMailOff: boolean;
  mailFrom: string;
  adminEmail: string | null;
  meetingUrlTemplate: string;
  /** Null stores uploads in `folders.data`. */
  s3: S3Config | null;
  google: GoogleConfig | null;
  hasDevOpenid: boolean;
  rateLimits: RateLimits | null;
  retention: Retention;
  unverifiedHomeVisits: boolean;
  outgoingAllow: readonly string[];
  vapid: VapidConfig | null;
  processes: number;
  stopDelayMs: number;
  trustProxy: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Null exposes no metrics. */
  metrics: Readonly<{ port: number; host: string }> | null;
  /** Whether an OpenTelemetry collector is named; its exporter reads the variables itself. */
  hasTracing: boolean;
  /** Null reports errors to no service. */
  sentryDsn: string | null;
  backupFolder: string | null;
  backupRetention: BackupRetention | null;
  /** Started by npm, so the process must not outlive it. */
  underNpm: boolean;
  folders: Readonly<{ root: string; data: string; client: string; migrations: string }>;
}>;

export type S3Config = Readonly<{ endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }>;

export type VapidConfig = Readonly<{ publicKey: string; privateKey: string; subject: string }>;

export type GoogleConfig = Readonly<{ clientId: string; clientSecret: string; issuer: string; authorizationUrl: string; tokenUrl: string }>;

const HOW_TO_MAKE = `at least ${SECRET_BYTES} random bytes, such as the output of: openssl rand -hex 32`;
const MEETING_URL = 'https://meet.jit.si/{room}';
const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

type Env = Readonly<Record<string, string | undefined>>;

const GOOGLE = {
  issuer: 'https://accounts.google.com',
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
} as const;

export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

export function readConfig(env: Env, mode: Mode, root = process.cwd()): Config {
  const problems: string[] = [];
  const given = (name: string) => env[name]?.trim() || undefined;
  const inProduction = mode === 'production';

  function checked<T>(name: string, byDefault: T, parse: (text: string) => T | null, expected: string): T {
    const text = given(name);
    if (text === undefined) return byDefault;
    const value = parse(text);
    if (value !== null) return value;
    problems.push(`${name} must be ${expected}`);
    return byDefault;
  }
  function required(name: string, why: string): void {
    if (inProduction && given(name) === undefined) problems.push(`${name} is required in production: ${why}`);
  }

  required('PUBLIC_URL', 'the address people open, such as https://vidya.example');
  required('APP_SECRET', HOW_TO_MAKE);

  if (inProduction && given('SMTP_URL') === undefined && given('MAIL') !== 'off') {
    problems.push('SMTP_URL is required in production: smtp://user:password@host:587, or MAIL=off to send no mail at all');
  }
  if (inProduction && given('RATE_LIMITS') === 'off') problems.push('RATE_LIMITS=off is for development and tests only');
  if ((given('GOOGLE_CLIENT_ID') === undefined) !== (given('GOOGLE_CLIENT_SECRET') === undefined)) {
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are needed together');
  }

  const port = checked('PORT', 3000, portOf, 'a port number from 0 to 65535');
  const metricsPort = checked('METRICS_PORT', null, portOf, 'a port number from 0 to 65535');
  const data = given('DATA_DIR') ?? '.data';
  const supportEmail = checked('SUPPORT_EMAIL', 'support@vidya.lk', emailOf, 'an email address');
  const [clientId, clientSecret] = [given('GOOGLE_CLIENT_ID'), given('GOOGLE_CLIENT_SECRET')];
  const web = inProduction ? 'an https address' : 'an http or https address';
  const encrypted = (parse: (text: string) => string | null) => (text: string) => {
    const url = parse(text);
    return url === null || !inProduction || staysSecret(url) ? url : null;
  };
  const endpoints = {
    issuer: checked('GOOGLE_ISSUER', GOOGLE.issuer, encrypted(webUrlOf), web),
    authorizationUrl: checked('GOOGLE_AUTHORIZATION_URL', GOOGLE.authorizationUrl, encrypted(webUrlOf), web),
    tokenUrl: checked('GOOGLE_TOKEN_URL', GOOGLE.tokenUrl, encrypted(webUrlOf), web),
  };
  function s3Of(): S3Config | null {
    const [endpoint, bucket, accessKeyId, secretAccessKey] = S3_NAMES.map(given);
    if (![endpoint, bucket, accessKeyId, secretAccessKey].some((part) => part !== undefined)) return null;
    if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
      problems.push(`${S3_NAMES.join(', ')} are needed together`);
      return null;
    }
    const isPlainAllowed = checked('S3_ALLOW_HTTP', false, booleanOf, 'true or false');
    const address = isPlainAllowed
      ? checked('S3_ENDPOINT', endpoint, webUrlOf, 'an http or https address')
      : checked('S3_ENDPOINT', endpoint, encrypted(webUrlOf), web);
    return Object.freeze({ endpoint: address.replace(/\/+$/, ''), bucket, region: given('S3_REGION') ?? 'us-east-1', accessKeyId, secretAccessKey });
  }
  function vapidOf(): VapidConfig | null {
    const [publicKey, privateKey] = [given('VAPID_PUBLIC_KEY'), given('VAPID_PRIVATE_KEY')];
    if (publicKey === undefined && privateKey === undefined) return null;
    if (!publicKey || !privateKey || !arePair(publicKey, privateKey)) {
      problems.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair of keys, such as those of: npx web-push generate-vapid-keys');
      return null;
    }
    const subject = checked('VAPID_SUBJECT', `mailto:${supportEmail}`, vapidSubjectOf, 'a mailto: or https: address');
    return Object.freeze({ publicKey, privateKey, subject });
  }
  function ofServer(name: 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL'): string | null {
    const url = checked(name, null, databaseUrlOf, 'a PostgreSQL address, as DATABASE_URL');
    if (url !== null && given('DATABASE_URL') === undefined) problems.push(`${name} needs DATABASE_URL`);
    return url;
  }
  const databaseDirectUrl = ofServer('DATABASE_DIRECT_URL');
  const tooShort = `at least ${SECRET_BYTES} bytes long`;
  const secret = checked('APP_SECRET', randomBytes(SECRET_BYTES).toString('hex'), secretOf, tooShort);
  if (isGuessable(secret)) problems.push(`APP_SECRET is too easy to guess: it must be ${HOW_TO_MAKE}`);
  const previousSecret = checked('APP_SECRET_PREVIOUS', null, secretOf, tooShort);
  if (previousSecret !== null && given('APP_SECRET') === undefined)
    problems.push('APP_SECRET_PREVIOUS needs APP_SECRET, the secret that replaces it');
  if (previousSecret === secret) problems.push('APP_SECRET_PREVIOUS must be another secret than APP_SECRET: the one that it replaces');
  const config: Config = {
    mode,
    adminsNeedSecondFactor: inProduction,
    port,
    host: given('HOST') ?? (inProduction ? null : 'localhost'),
    databaseUrl: checked('DATABASE_URL', null, databaseUrlOf, 'a PostgreSQL address, postgres://user:password@host:port/database'),
    databaseDirectUrl,
    databaseReadUrl: ofServer('DATABASE_READ_URL'),
    hasPreparedStatements: checked('DATABASE_PREPARE', databaseDirectUrl === null, onOffOf, 'on or off'),
    poolSize: checked('DATABASE_POOL_SIZE', null, poolSizeOf, `a number from ${POOL_SIZES.fewest} to ${POOL_SIZES.most}`),
    publicUrl: checked('PUBLIC_URL', `http://localhost:${port}`, encrypted(originOf), `${web} without a path`),
    appName: given('APP_NAME') ?? 'Vidya',
    supportEmail,
    securityContact: checked('SECURITY_CONTACT', `mailto:${supportEmail}`, vapidSubjectOf, 'a mailto: or https: address'),
    supportPhone: given('SUPPORT_PHONE') ?? '+94 11 234 5678',
    timezone: checked('APP_TIMEZONE', 'Asia/Colombo', timezoneOf, 'an IANA time zone, such as Asia/Colombo'),
    secret,
    previousSecret,
    corsOrigins: checked('CORS_ORIGINS', [], originsOf, 'origins separated by commas, such as https://app.example,https://admin.example'),
    smtpUrl: checked('SMTP_URL', null, smtpUrlOf, 'an address such as smtp://user:password@host:587'),
    isMailOff: checked('MAIL', false, (text) => (text === 'off' ? true : null), 'off, or left out'),
    mailFrom: checked('MAIL_FROM', supportEmail, emailOf, 'an email address'),
    adminEmail: checked('ADMIN_EMAIL', null, emailOf, 'an email address'),
    meetingUrlTemplate: checked('MEETING_URL_TEMPLATE', MEETING_URL, meetingTemplateOf, 'an https address with {room} in it'),
    s3: s3Of(),
    google: clientId && clientSecret ? Object.freeze({ clientId, clientSecret, ...endpoints }) : null,
    hasDevOpenid: checked('DEV_OPENID', false, booleanOf, 'true or false'),
    rateLimits:
      given('RATE_LIMITS') === 'off'
        ? null
        : checked('RATE_LIMITS', RATE_LIMITS, rateLimitsOf, 'off, or limits such as register=1000/3600,login=20/900'),
    retention: checked(
      'RETENTION',
      RETENTION_DAYS,
      retentionOf,
      `days to keep such as notifications=180,devices=90, of ${Object.keys(RETENTION_DAYS).join(', ')}`,
    ),
    unverifiedHomeVisits: checked('HOME_VISITS_UNVERIFIED', true, onOffOf, 'on or off'),
    outgoingAllow:
      given('OUTGOING_ALLOW')
        ?.split(',')
        .map((part) => part.trim()) ?? [],
    vapid: vapidOf(),
    processes: checked('WEB_CONCURRENCY', 1, processesOf, `a number from 1 to ${MAX_PROCESSES}`),
    stopDelayMs: checked('STOP_DELAY_SECONDS', 0, stopDelayOf, `a number from 0 to ${MAX_STOP_DELAY_SECONDS}`),
    trustProxy: checked('TRUST_PROXY', false, booleanOf, 'true or false'),
    logLevel: checked(
      'LOG_LEVEL',
      mode === 'test' ? 'silent' : 'info',
      (text) => LOG_LEVELS.find((level) => level === text) ?? null,
      `one of ${LOG_LEVELS.join(', ')}`,
    ),
    metrics: metricsPort === null ? null : Object.freeze({ port: metricsPort, host: given('METRICS_HOST') ?? '127.0.0.1' }),
    hasTracing:
      checked('OTEL_EXPORTER_OTLP_ENDPOINT', null, webUrlOf, 'an http or https address') !== null ||
      checked('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', null, webUrlOf, 'an http or https address') !== null,
    sentryDsn: checked('SENTRY_DSN', null, webUrlOf, 'an address such as https://key@sentry.example/1'),
    backupFolder: given('BACKUP_DIR') ?? null,
    backupRetention: checked('BACKUP_KEEP', null, parseRetention, 'such as daily=7,weekly=4,monthly=12'),
    underNpm: given('npm_lifecycle_event') !== undefined,
    folders: Object.freeze({
      root,
      data: isAbsolute(data) ? data : join(root, data),
      client: join(root, 'dist', 'client'),
      migrations: join(root, 'drizzle'),
    }),
  };
  if (inProduction && config.hasDevOpenid) problems.push('DEV_OPENID is for development only');
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}

export function loadConfig(mode: Mode, root: string): Config {
  loadEnvironment(root);
  const config = readConfig(process.env, mode, root);
  if (mode === 'production' || process.env.APP_SECRET?.trim()) return config;
  return Object.freeze({ ...config, secret: ownSecret(config.folders.data) });
}

/** Does not generate and store a secret, because the environment of migrations may have no writable folder. */
export function loadForMigrations(root: string): Config {
  loadEnvironment(root);
  return readConfig(process.env, 'development', root);
}

/** The environment first, then `.env`. */
function loadEnvironment(root: string): void {
  const file = join(root, '.env');
  if (existsSync(file)) loadEnvFile(file);
}

export function warningsOf({ mode, databaseUrl, folders }: Config): string[] {
  if (mode !== 'production' || databaseUrl !== null) return [];
  return [
    `DATABASE_URL is not set: the embedded PostgreSQL keeps everything in ${folders.data}, with no backup and no second server; set DATABASE_URL`,
  ];
}

/** Public values only. */
export function pageConfig(config: Config, now: Date): PageConfig {
  const { appName, supportEmail, supportPhone, timezone, google, unverifiedHomeVisits, publicUrl, retention } = config;
  const zoneOffset = findOffsetSpan(timezone, now);
  return {
    appName,
    supportEmail,
    supportPhone,
    timezone,
    zoneOffset,
    hasGoogle: google !== null,
    unverifiedHomeVisits,
    publicUrl,
    ...changedPeriods(retention),
  };
}

function changedPeriods({ webhook_log: webhookLog, failed_jobs: failedJobs }: Retention): Pick<PageConfig, 'retention'> {
  const isDefault = webhookLog === RETENTION_DAYS.webhook_log && failedJobs === RETENTION_DAYS.failed_jobs;
  return isDefault ? {} : { retention: { webhookLog, failedJobs } };
}

/** The address for connections with session state, such as LISTEN and locks, which a pooler does not preserve. */
export const directUrlOf = ({ databaseUrl, databaseDirectUrl }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): string | null =>
  databaseDirectUrl ?? databaseUrl;

/** The role that owns the tables, for `db:migrate` alone: the server never holds it. */
export function givenOwnerUrl(): string | null {
  const text = process.env.DATABASE_OWNER_URL?.trim();
  if (!text) return null;
  if (databaseUrlOf(text) === null) throw new ConfigError(['DATABASE_OWNER_URL must be a PostgreSQL address, as DATABASE_URL']);
  return text;
}

/** Set by the primary process for a worker that replaces another one while the others serve. */
export const REPLACES_ANOTHER = 'VIDYA_REPLACES_ANOTHER';
export const isReplacement = (): boolean => process.env[REPLACES_ANOTHER] === 'true';

/** Not in `Config`, which is passed around. */
export function givenAdminPassword(): string | null {
  return process.env.ADMIN_PASSWORD || null;
}

/** Not in `Config` either, because the server does not need it. */
export function givenBackupKey({ secret, previousSecret }: Config): string {
  const key = process.env.BACKUP_KEY?.trim() ?? '';
  const refuse = (problem: string) => new ConfigError([`BACKUP_KEY ${problem}`]);
  if (key === '') throw refuse(`is required: ${HOW_TO_MAKE}`);
  if (secretOf(key) === null || isGuessable(key)) throw refuse(`is too easy to guess: it must be ${HOW_TO_MAKE}`);
  if (key === secret || key === previousSecret) throw refuse('must be a key of its own, not APP_SECRET');
  return key;
}

function ownSecret(folder: string): string {
  const file = join(folder, 'app-secret');
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  if (!existsSync(file)) writeFileSync(file, randomBytes(SECRET_BYTES).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
