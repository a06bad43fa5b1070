import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { BackupError } from './backup-error.ts';

const MAGIC = Buffer.from('VidyaBackup\x01', 'latin1');
const SALT_BYTES = 32;
const CHECK_BYTES = 32;
const HEADER_BYTES = MAGIC.length + SALT_BYTES + CHECK_BYTES;
const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;
const TAG = { authTagLength: TAG_BYTES };
const PART_BYTES = 256 * 1024;
const SEALED_PART_BYTES = PART_BYTES + TAG_BYTES;

export type SealedFile = {
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves with the size when the file is on the disk. */
  close(): Promise<number>;
  discard(): Promise<void>;
};

/**
 * Parts of 256 KB, each encrypted with AES-256-GCM under a key that is used for this file only. The nonce contains the number of the part and
 * whether it is the last one, so that parts cannot be exchanged or left out, and the file cannot be truncated.
 */
export async function createSealedFile(path: string, secret: string): Promise<SealedFile> {
  const salt = randomBytes(SALT_BYTES);
  const { key, check } = deriveKeys(secret, salt);
  const header = Buffer.concat([MAGIC, salt, check]);
  const file = await open(path, 'wx', 0o600);
  const pending = Buffer.allocUnsafe(PART_BYTES);
  let [used, parts, size] = [0, 0, HEADER_BYTES];

  async function seal(isLast: boolean): Promise<void> {
    const cipher = createCipheriv(CIPHER, key, nonceOf(parts, isLast), TAG).setAAD(header);
    const sealed = Buffer.concat([cipher.update(pending.subarray(0, used)), cipher.final(), cipher.getAuthTag()]);
    await file.writeFile(sealed);
    size += sealed.length;
    parts += 1;
    used = 0;
  }

  async function discard(): Promise<void> {
    await file.close().catch(() => {});
    await rm(path, { force: true });
  }

  // On a full disk even this fails.
  await file.writeFile(header).catch((error: unknown) => discard().then(() => Promise.reject(error)));
  return {
    async write(bytes) {
      for (let from = 0; from < bytes.length; ) {
        // Only when more data follows, because the last part is marked.
        if (used === PART_BYTES) await seal(false);
        const taken = bytes.subarray(from, from + PART_BYTES - used);
        pending.set(taken, used);
        used += taken.length;
        from += taken.length;
      }
    },
    async close() {
      await seal(true);
      await file.sync();
      await file.close();
      return size;
    },
    discard,
  };
}

/** Throws for a wrong key, and for a changed bit before any data of that part is returned. */
export async function* openSealedFile(file: FileHandle, secret: string): AsyncGenerator<Buffer> {
  const header = await readAt(file, 0, HEADER_BYTES);
  if (header.length < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC)) throw new BackupError('This file is not a backup of Vidya.');
  const { key, check } = deriveKeys(secret, header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES));
  if (!timingSafeEqual(check, header.subarray(-CHECK_BYTES))) throw new BackupError('BACKUP_KEY is not the key of this backup.');
  const { size } = await file.stat();
  for (let part = 0, at = HEADER_BYTES; ; part += 1) {
    const sealed = await readAt(file, at, SEALED_PART_BYTES);
    at += sealed.length;
    const isLast = at >= size;
    yield decrypt(sealed, { key, header, nonce: nonceOf(part, isLast) });
    if (isLast) return;
  }
}

type Opening = { key: Uint8Array; header: Buffer; nonce: Buffer };

function decrypt(sealed: Buffer, { key, header, nonce }: Opening): Buffer {
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, TAG).setAAD(header).setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new BackupError('This backup is damaged or cut off: it is not what was written.', { cause });
  }
}

/** The check distinguishes a wrong key from a damaged file; the key cannot be derived from it. */
function deriveKeys(secret: string, salt: Uint8Array): { key: Uint8Array; check: Buffer } {
  const key = new Uint8Array(hkdfSync('sha256', secret, salt, 'vidya backup', 32));
  return { key, check: createHmac('sha256', key).update('check').digest() };
}

function nonceOf(part: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(isLast ? 1 : 0);
  nonce.writeBigUInt64BE(BigInt(part), 4);
  return nonce;
}

async function readAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let total = 0;
  while (total < length) {
    const { bytesRead } = await file.read(bytes, total, length - total, from + total);
    if (bytesRead === 0) break;
    total += bytesRead;
  }
  return bytes.subarray(0, total);
}
