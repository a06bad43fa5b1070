import { z } from 'zod';
import { id } from './common.ts';

/** `failed`: its job was given up. */
export const ARCHIVE_STATES = ['making', 'failed', 'ready'] as const;

export const archiveView = z
  .object({
    id: z.string(),
    state: z.enum(ARCHIVE_STATES),
    requestedAt: z.date(),
    /** Null until it is ready. */
    expiresAt: z.date().nullable(),
    bytes: z.number().nullable(),
  })
  .nullable();
export type ArchiveView = z.infer<typeof archiveView>;

export const archiveInput = z.object({ id });
export type ArchiveInput = z.infer<typeof archiveInput>;

export const archiveLink = z.object({ url: z.string() });

export const openArchiveInput = z.object({ id, by: id, expires: z.string().max(20), signature: z.string().max(100) });
export type OpenArchiveInput = z.infer<typeof openArchiveInput>;

export const openedArchive = z.object({ fileName: z.string(), bytes: z.number(), stream: z.instanceof(ReadableStream<Uint8Array>) });
export type OpenedArchive = { fileName: string; bytes: number; stream: ReadableStream<Uint8Array> };
