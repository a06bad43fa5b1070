/** Topic name → what is covered, in the order in which they are taught. */
export type Topics = Readonly<Record<string, string>>;

export type SubjectSeed = { name: string; description: string; topics: Topics };

export type CategorySeed = {
  name: string;
  description: string;
  /** A Lucide icon. */
  icon: string;
  /** Dark enough to be read on white. */
  color: string;
  subjects: readonly SubjectSeed[];
};
