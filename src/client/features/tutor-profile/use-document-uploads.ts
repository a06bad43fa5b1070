import { useEffect, useRef, useState } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { deleteImage, isAborted, UploadFailed, uploadDocuments } from '#client/lib/rpc/upload.ts';
import { toast } from '#client/ui/toasts.ts';
import { imagesUploaded, SUCCESS } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { checkedFiles } from './document-check.ts';
import { type DocumentDraft, newKey, type ProfileDraft } from './profile-draft.ts';

/** A file on its way; a problem ends it, and `isPassing` says whether another try makes sense. */
export type Transfer = { key: string; file: File; share: number | null; problem: string | null; isPassing: boolean };

export const isRunning = ({ problem }: Transfer): boolean => problem === null;

export type DocumentUploads = {
  transfers: readonly Transfer[];
  problems: readonly string[];
  /** Of what was uploaded here; those that are stored come with the profile. */
  linkOf: (id: string) => { url: string; at: number } | null;
  isSending: boolean;
  removing: ReadonlySet<string>;
  choose: (files: readonly File[]) => void;
  retry: (key: string) => void;
  drop: (key: string) => void;
  /** Off the draft; what no saved profile has goes from the server, too. */
  remove: (document: DocumentDraft) => Promise<void>;
};

export type DocumentUploadsOptions = { getDraft: () => ProfileDraft; change: (part: Partial<ProfileDraft>) => void };

const FAILED = 'Failed to upload documents. Please try again.';
const NOT_DELETED = 'Failed to delete image';

/** Sends files one after another, so that they stand in the order in which they were chosen. */
export function useDocumentUploads({ getDraft, change }: DocumentUploadsOptions): DocumentUploads {
  const [transfers, setTransfers] = useState<readonly Transfer[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [removing, setRemoving] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef(transfers);
  const running = useRef<{ key: string; controller: AbortController } | null>(null);
  const links = useRef(new Map<string, { url: string; at: number }>());

  useEffect(
    () => () => {
      latest.current = [];
      running.current?.controller.abort();
    },
    [],
  );

  function become(next: readonly Transfer[]): void {
    latest.current = next;
    setTransfers(next);
  }

  /** What failed takes no place. */
  const taken = () => getDraft().documents.length + latest.current.filter(isRunning).length;
  const update = (key: string, part: Partial<Transfer>) => become(latest.current.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const without = (key: string) => become(latest.current.filter((one) => one.key !== key));

  async function send({ key, file }: Transfer): Promise<boolean> {
    const controller = new AbortController();
    running.current = { key, controller };
    update(key, { share: 0 });
    try {
      const sent = await uploadDocuments([file], { onProgress: (share) => update(key, { share }), signal: controller.signal });
      for (const { id, url } of sent) links.current.set(id, { url, at: Date.now() });
      change({ documents: [...getDraft().documents, ...sent.map(({ id, url }) => ({ id, url, name: file.name, isNew: true }))] });
      without(key);
      return true;
    } catch (error) {
      if (isAborted(error)) without(key);
      else update(key, { share: null, problem: errorMessageWithReason(error, FAILED), isPassing: error instanceof UploadFailed && error.isPassing });
      return false;
    } finally {
      running.current = null;
    }
  }

  async function sendAll(): Promise<void> {
    if (running.current) return;
    const next = () => latest.current.find(isRunning);
    let count = 0;
    for (let one = next(); one; one = next()) count += Number(await send(one));
    if (count > 0) toast.success(imagesUploaded(count));
  }

  async function isDeleted({ id }: DocumentDraft): Promise<boolean> {
    setRemoving((before) => new Set(before).add(id));
    try {
      await deleteImage(id);
      toast.success(SUCCESS.imageDeleted);
      return true;
    } catch (error) {
      // Of an earlier visit: the server may have swept it away by now, and does so with all that no profile has.
      if (!links.current.has(id)) return true;
      toast.error(errorMessageWithReason(error, NOT_DELETED));
      return false;
    } finally {
      setRemoving((before) => new Set([...before].filter((other) => other !== id)));
    }
  }

  return {
    transfers,
    problems,
    linkOf: (id) => links.current.get(id) ?? null,
    isSending: transfers.some(isRunning),
    removing,
    choose(files) {
      const { fitting, problems: found } = checkedFiles(files, taken());
      setProblems(found);
      become([...latest.current, ...fitting.map((file) => ({ key: newKey(), file, share: null, problem: null, isPassing: false }))]);
      void sendAll();
    },
    retry(key) {
      if (taken() >= LIMITS.documents) return;
      update(key, { problem: null });
      void sendAll();
    },
    drop(key) {
      if (running.current?.key === key) running.current.controller.abort();
      else without(key);
    },
    async remove(document) {
      setProblems([]);
      if (document.isNew && !(await isDeleted(document))) return;
      change({ documents: getDraft().documents.filter(({ id }) => id !== document.id) });
    },
  };
}
