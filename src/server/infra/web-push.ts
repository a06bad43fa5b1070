import { ECDH } from 'node:crypto';
import type { OutboundHttp, WebPush } from '#server/core/ports.ts';
import { PUSH } from '#shared/vocabulary/account-limits.ts';

export type WebPushOptions = { publicKey: string; privateKey: string; subject: string; outbound: OutboundHttp };

const GONE_STATUSES = [404, 410];

export function createWebPush({ outbound, ...vapidDetails }: WebPushOptions): WebPush {
  return {
    publicKey: vapidDetails.publicKey,
    isValidDevice: ({ endpoint, p256dh }) => !outbound.isRefused(endpoint) && isCurvePoint(p256dh),
    async send({ endpoint, p256dh, auth }, { text, topic, isUrgent, ttlSeconds }) {
      const { default: library } = await import('web-push');
      const urgency = isUrgent ? 'high' : 'normal';
      const options = { vapidDetails, TTL: ttlSeconds, topic, urgency, contentEncoding: 'aes128gcm' } as const;
      const { body, headers } = library.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, options);
      const { status } = await outbound.post(endpoint, { body, headers: toStrings(headers), timeoutMs: PUSH.timeoutMs });
      if (status !== null && GONE_STATUSES.includes(status)) return 'gone';
      if (status === null || status < 200 || status > 299) throw new Error(`the push service answered ${status ?? 'nothing'}`);
      return 'taken';
    },
  };
}

function isCurvePoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url', 'hex', 'uncompressed') !== '';
  } catch {
    return false;
  }
}

function toStrings(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
