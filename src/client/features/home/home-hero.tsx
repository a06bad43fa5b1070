import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import classes from './home-hero.module.css';

const PLACES = [0, 1, 2, 3, 4, 5] as const;

export type HomeHeroProps = {
  searchBox: ReactNode;
  stats: ReactNode;
  /** Of some tutors; until they are known, places are kept for them. */
  faces: undefined | readonly { id: string; name: string; profileImage: string }[];
};

export function HomeHero({ searchBox, stats, faces }: HomeHeroProps) {
  return (
    <header className={classes.hero}>
      <div className={classes.inside}>
        <div className={classes.words}>
          <h1>Find the tutor who fits you</h1>
          <p className={classes.intro}>
            For school, the A/Ls, languages, music and professional exams, all over Sri Lanka. See what an hour costs, read what students say, and
            book a time that suits you.
          </p>
          {searchBox}
          {stats}
        </div>
        <div className={classes.faces} aria-hidden="true">
          {PLACES.map((place) => {
            const face = faces?.[place];
            if (faces && !face) return null;
            return (
              <span key={place} className={classes.face}>
                {face && <Avatar name={face.name} src={face.profileImage || null} size="100%" shape="rounded" alt="" />}
              </span>
            );
          })}
        </div>
      </div>
    </header>
  );
}
