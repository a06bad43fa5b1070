import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loading } from '#client/ui/page-state.tsx';
import classes from './category-cards.module.css';

type Category = { value: string; name: string; icon: string; subjects: readonly unknown[] };

export type CategoryCardsProps = {
  categories: readonly Category[];
  isPending: boolean;
  /** The icon of this name. */
  iconOf: (name: string) => ReactNode;
};

const PLACES = Array.from({ length: 12 }, (_, nth) => nth);

/** Without categories there is nothing to choose from, and nothing to see. */
export function CategoryCards({ categories, isPending, iconOf }: CategoryCardsProps) {
  if (!isPending && categories.length === 0) return null;
  return (
    <section aria-labelledby="categories-title">
      <h2 id="categories-title" className={classes.title}>
        What would you like to learn?
      </h2>
      {isPending ? (
        <Loading label="Loading subjects…">
          <div className={classes.grid}>
            {PLACES.map((nth) => (
              <div key={nth} className={classes.place}>
                <Skeleton height="100%" />
              </div>
            ))}
          </div>
        </Loading>
      ) : (
        <ul className={classes.grid}>
          {categories.map(({ value, name, icon, subjects }) => (
            <li key={value}>
              <Link to="/tutors" search={{ category: value }} className={classes.card}>
                <span className={classes.icon}>{iconOf(icon)}</span>
                <span className={classes.words}>
                  <strong>{name}</strong>
                  <span>{subjects.length === 1 ? '1 subject' : `${subjects.length} subjects`}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
