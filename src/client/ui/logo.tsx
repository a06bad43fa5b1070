import classes from './logo.module.css';

export type LogoProps = { name: string };

export function Logo({ name }: LogoProps) {
  return (
    <span className={classes.logo}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <rect fill="#11625b" width="32" height="32" rx="9" />
        <path fill="#f2b552" d="M16 4.8c2.5 2.4 3.4 4.1 3.4 5.8a3.4 3.4 0 0 1-6.8 0c0-1.7.9-3.4 3.4-5.8z" />
        <path fill="#fffdfa" d="M15.4 26c-2.3-1.7-5.2-2.4-8.9-2.2v-8c3.7-.2 6.6.6 8.9 2.3z" />
        <path fill="#fffdfa" d="M16.6 26c2.3-1.7 5.2-2.4 8.9-2.2v-8c-3.7-.2-6.6.6-8.9 2.3z" />
      </svg>
      <span className={classes.name}>{name}</span>
    </span>
  );
}
