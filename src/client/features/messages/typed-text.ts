import { useState } from 'react';
import { draftKeyOf } from '#client/lib/drafts/draft-keys.ts';

const keyOf = (userId: string, threadId: string) => draftKeyOf(userId, `message ${threadId}`);

/** What stands in the field of a conversation, kept in this browser with every key; who logs out takes it along. */
export function useTypedText(userId: string, threadId: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => read(keyOf(userId, threadId)));
  return [
    text,
    (next) => {
      setText(next);
      write(keyOf(userId, threadId), next);
    },
  ];
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {}
}
