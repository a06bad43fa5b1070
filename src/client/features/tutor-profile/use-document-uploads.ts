import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { fitImage } from '#client/lib/images/fit-image.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { deleteImage, isAborted, UploadError, uploadDocuments } from '#client/lib/rpc/upload.ts';
import { toast } from '#client/ui/toasts.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { isTooLarge, needsRedrawing } from '#shared/domain/image-rules.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';
import { imagesUploaded, SUCCESS } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { createKey, type DocumentDraft, type ProfileDraft } from './profile-draft.ts';

/** `issuedAt` is in ms. */
export type DocumentLink = { url: string; issuedAt: number };

/** `progress` is from 0 to 1, null while it waits and while it is made smaller; `error` ends the upload. */
export type Upload = { key: string; file: File; isShrinking: boolean; progress: number | null; error: string | null; canRetry: boolean };

export const isRunning = ({ error }: Upload): boolean => error === null;

export type DocumentUploads = {
  uploads: readonly Upload[];
  errors: readonly string[];
  findLink: (id: string) => DocumentLink | null;
  isSending: boolean;
  deletingIds: ReadonlySet<string>;
  add: (files: readonly File[]) => void;
  retry: (key: string) => void;
  cancel: (key: string) => void;
  remove: (document: DocumentDraft) => Promise<void>;
};

export type DocumentUploadsOptions = {
  getDraft: () => ProfileDraft;
  change: (part: Partial<ProfileDraft>) => void;
  readSaved: () => Promise<TutorProfileView>;
};

/** Sends one file at a time, to keep the order in which they were chosen. */
export function useDocumentUploads({ getDraft, change, readSaved }: DocumentUploadsOptions): DocumentUploads {
  const { t, i18n } = useLingui();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [deletingIds, setDeletingIds] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef(uploads);
  const running = useRef<{ key: string; controller: AbortController } | null>(null);
  const links = useRef(new Map<string, DocumentLink>());

  useEffect(
    () => () => {
      latest.current = [];
      running.current?.controller.abort();
    },
    [],
  );

  function apply(next: readonly Upload[]): void {
    latest.current = next;
    setUploads(next);
  }

  const countUsed = () => getDraft().documents.length + latest.current.filter(isRunning).length;
  const update = (key: string, part: Partial<Upload>) =>
    apply(latest.current.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  const remove = (key: string) => apply(latest.current.filter((upload) => upload.key !== key));

  async function shrink({ key, file }: Upload, signal: AbortSignal): Promise<File | null> {
    if (!needsRedrawing(file)) return file;
    update(key, { isShrinking: true });
    const fitted = await fitImage(file);
    signal.throwIfAborted();
    const problem = findFileError(i18n, { name: file.name, type: fitted.type, size: fitted.size });
    update(key, { isShrinking: false, file: fitted });
    if (!problem) return fitted;
    remove(key);
    setErrors((before) => [...before, problem]);
    return null;
  }

  async function send(upload: Upload): Promise<boolean> {
    const { key } = upload;
    const controller = new AbortController();
    running.current = { key, controller };
    let isSent = false;
    try {
      const file = await shrink(upload, controller.signal);
      if (!file) return false;
      update(key, { progress: 0 });
      const sent = await uploadDocuments([file], { onProgress: (progress) => update(key, { progress }), signal: controller.signal });
      for (const { id, url } of sent) links.current.set(id, { url, issuedAt: Date.now() });
      change({ documents: [...getDraft().documents, ...sent.map(({ id, url }) => ({ id, url, name: file.name, isNew: true }))] });
      remove(key);
      isSent = true;
    } catch (error) {
      if (isAborted(error)) remove(key);
      else {
        const message = errorMessageWithReason(error, t`Failed to upload documents. Please try again.`);
        update(key, { progress: null, error: message, canRetry: error instanceof UploadError && error.isTemporary });
      }
    } finally {
      running.current = null;
    }
    return isSent;
  }

  async function sendAll(): Promise<void> {
    if (running.current) return;
    const findNext = () => latest.current.find(isRunning);
    let count = 0;
    for (let next = findNext(); next; next = findNext()) count += Number(await send(next));
    if (count > 0) toast.success(imagesUploaded(count, textsOf(i18n)));
  }

  async function deleteFile({ id }: DocumentDraft): Promise<boolean> {
    setDeletingIds((ids) => new Set(ids).add(id));
    let isDeleted = true;
    try {
      // Where the answer to saving was lost, the profile has it: then it goes with the next saving.
      if (!isOn(await readSaved(), id)) {
        await deleteImage(id);
        toast.success(SUCCESS.imageDeleted);
      }
    } catch (error) {
      // From an earlier visit: the server deletes documents that are on no profile, perhaps already this one.
      isDeleted = !links.current.has(id);
      if (!isDeleted) toast.error(errorMessageWithReason(error, t`Failed to delete image`));
    }
    setDeletingIds((ids) => new Set([...ids].filter((other) => other !== id)));
    return isDeleted;
  }

  return {
    uploads,
    errors,
    findLink: (id) => links.current.get(id) ?? null,
    isSending: uploads.some(isRunning),
    deletingIds,
    add(files) {
      const { accepted, errors } = checkFiles(i18n, files, countUsed());
      setErrors(errors);
      // One that failed for good is replaced by what is chosen now.
      const others = latest.current.filter((upload) => isRunning(upload) || upload.canRetry);
      const added = accepted.map((file) => ({ key: createKey(), file, isShrinking: false, progress: null, error: null, canRetry: false }));
      apply([...others, ...added]);
      void sendAll();
    },
    retry(key) {
      if (countUsed() >= LIMITS.documents) return;
      update(key, { error: null });
      void sendAll();
    },
    cancel(key) {
      if (running.current?.key === key) running.current.controller.abort();
      else remove(key);
    },
    async remove(document) {
      setErrors([]);
      if (document.isNew && !(await deleteFile(document))) return;
      change({ documents: getDraft().documents.filter(({ id }) => id !== document.id) });
    },
  };
}

/** Those that are on no profile; failures are left to the server, which deletes them a day later. */
export function deleteUnsaved(documents: readonly DocumentDraft[], saved: TutorProfileView): void {
  for (const { id, isNew } of documents) if (isNew && !isOn(saved, id)) deleteImage(id).catch(() => null);
}

const isOn = ({ documents }: TutorProfileView, id: string): boolean => documents.some((document) => document.id === id);

export const DOCUMENT_TYPES = 'image/jpeg,image/png';

type ChosenFile = Pick<File, 'name' | 'type' | 'size'>;

export function checkFiles<F extends ChosenFile>(i18n: I18n, files: readonly F[], usedCount: number): { accepted: F[]; errors: string[] } {
  const room = Math.max(0, LIMITS.documents - usedCount);
  if (files.length > room) return { accepted: [], errors: [messageOf(i18n, 'upload.too_many', { count: room })] };
  const errors = files.map((file) => (needsRedrawing(file) ? null : findFileError(i18n, file)));
  return { accepted: files.filter((_, index) => errors[index] === null), errors: errors.filter((error) => error !== null) };
}

function findFileError(i18n: I18n, { name, type, size }: ChosenFile): string | null {
  const params = { file: name };
  if (!DOCUMENT_TYPES.split(',').includes(type.toLowerCase()) || size === 0) return messageOf(i18n, 'upload.document_type', params);
  return isTooLarge(size) ? messageOf(i18n, 'upload.document_size', params) : null;
}

function messageOf(i18n: I18n, code: ErrorCode, params: Record<string, string | number>): string {
  return textsOf(i18n).recognise(new DomainError(code, { params }).message, params);
}
