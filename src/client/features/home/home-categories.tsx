import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Container, Skeleton, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CategoryIcon } from '#client/features/catalogue/index.ts';
import { useCatalogue } from '#client/features/tutor-search/index.ts';
import { Loading } from '#client/ui/page-state.tsx';
import classes from './home-categories.module.css';

export function HomeCategories() {
  const { categories, isPending } = useCatalogue();
  if (!isPending && categories.length === 0) return null;
  return (
    <Container>
      <CategoryCards categories={categories} isPending={isPending} />
    </Container>
  );
}

/** As many categories as the catalogue begins with. */
const PLACES = 13;

type Category = { value: string; name: string; icon: string; subjects: readonly unknown[] };

type CategoryCardsProps = { categories: readonly Category[]; isPending: boolean };

function CategoryCards({ categories, isPending }: CategoryCardsProps) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="categories-title">
      <Title order={2} id="categories-title" mb="md">
        <Trans>What would you like to learn?</Trans>
      </Title>
      {isPending ? (
        <Loading label={t`Loading subjects…`}>
          <div className={classes.grid}>
            {Array.from(Array(PLACES).keys(), (place) => (
              <div key={place} className={classes.card}>
                <Skeleton width="2.5rem" height="2.5rem" flex="none" />
                <Skeleton height="1.125rem" width="60%" />
              </div>
            ))}
          </div>
        </Loading>
      ) : (
        <ul className={classes.grid}>
          {categories.map(({ value, name, icon, subjects }) => (
            <li key={value}>
              <Link to="/tutors" search={{ category: value }} className={classes.card}>
                <span className={classes.icon}>
                  <CategoryIcon name={icon} size={22} />
                </span>
                <span className={classes.text}>
                  <span className={classes.name}>{name}</span>
                  <span className={classes.count}>
                    <Plural value={subjects.length} one="# subject" other="# subjects" />
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
