import { describe, expect, test } from 'vitest';
import { createSealer } from '#server/infra/app-secret.ts';

const sealer = createSealer('c3f1a97e5d0b4862be17f4a09d6c25e8');
const sealed = sealer.seal('webhook', 'whsec_of a test');

describe('what is sealed', () => {
  test.each(['', 'whsec_of a test', 'සිතාරා தமிழ் 👩‍🏫', 'x'.repeat(5000)])('is opened as it was: %j', (secret) => {
    expect(sealer.open('webhook', sealer.seal('webhook', secret))).toBe(secret);
    expect(createSealer('c3f1a97e5d0b4862be17f4a09d6c25e8').open('webhook', sealer.seal('webhook', secret))).toBe(secret);
  });

  // spec webhooks.4
  test('looks different each time, and shows nothing', () => {
    expect(new Set(Array.from({ length: 20 }, () => sealer.seal('webhook', 'the same'))).size).toBe(20);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('whsec');
    expect(sealed).toMatch(/^[\w-]+$/);
  });

  // spec webhooks.4
  test('opens for no other purpose, and with no other secret', () => {
    expect(sealer.open('another purpose', sealed)).toBeNull();
    expect(createSealer('another secret of thirty-two bytes').open('webhook', sealed)).toBeNull();
  });

  // spec webhooks.4
  test('opens with no bit changed, and no piece of it missing', () => {
    const bytes = Buffer.from(sealed, 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(sealer.open('webhook', changed.toString('base64url')), `byte ${index}`).toBeNull();
      expect(sealer.open('webhook', bytes.subarray(0, index).toString('base64url')), `${index} bytes`).toBeNull();
    }
    expect(sealer.open('webhook', 'never sealed')).toBeNull();
  });
});
