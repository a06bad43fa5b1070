import classes from './described-name.module.css';

/** Name and description, as the head of a row. */
export function DescribedName({ name, description }: { name: string; description: string }) {
  return (
    <span className={classes.head}>
      <span className={classes.name}>{name}</span>
      <span className={classes.description}>{description || 'No description provided'}</span>
    </span>
  );
}
