import { useSyncExternalStore } from 'react';

/** Whether somebody wants a tutor among the favourites, as long as the server has not done so yet. */
const wishes = new Map<string, boolean>();
const followers = new Set<() => void>();

function subscribe(follow: () => void): () => void {
  followers.add(follow);
  return () => followers.delete(follow);
}

function become(key: string, isWanted: boolean | undefined): void {
  if (isWanted === undefined) wishes.delete(key);
  else wishes.set(key, isWanted);
  for (const follow of followers) follow();
}

export type Whose = { studentId: string; tutorId: string };
const keyOf = ({ studentId, tutorId }: Whose) => `${studentId} ${tutorId}`;

/** What was pressed last, on whatever screen, until it is so. */
export function useWish(whose: Whose): boolean | undefined {
  return useSyncExternalStore(subscribe, () => wishes.get(keyOf(whose)));
}

/** The tutors that this student does not want any more. */
export function useUnwanted(studentId: string): string[] {
  const unwanted = useSyncExternalStore(subscribe, () =>
    [...wishes].flatMap(([key, isWanted]) => (!isWanted && key.startsWith(`${studentId} `) ? [key.slice(studentId.length + 1)] : [])).join(' '),
  );
  return unwanted.split(' ');
}

export type Pursuit = {
  /** What the server has. */
  stands: boolean;
  /** Whoever wants it is not signed in any more. */
  isOver: () => boolean;
  send: (isWanted: boolean) => Promise<unknown>;
  /** The screens go back to what stands. */
  failed: (error: unknown, isWanted: boolean) => void;
  /** What the server has by now. */
  settled: (stands: boolean) => Promise<void>;
};

/** Turns the wish round, and sees to it that the server follows: one call at a time, until it has what was wanted last, or nobody is there who wants it. */
export async function turnWish(whose: Whose, { stands, isOver, send, failed, settled }: Pursuit): Promise<void> {
  const key = keyOf(whose);
  const isUnderWay = wishes.has(key);
  become(key, !(wishes.get(key) ?? stands));
  if (isUnderWay) return;

  let known = stands;
  do {
    const isWanted = wishes.get(key) ?? known;
    try {
      if (isWanted !== known) await send(isWanted);
      known = isWanted;
    } catch (error) {
      if (isOver()) break;
      become(key, known);
      failed(error, isWanted);
    }
    if (!isOver() && wishes.get(key) === known) await settled(known);
  } while (!isOver() && wishes.get(key) !== known);
  become(key, undefined);
}
