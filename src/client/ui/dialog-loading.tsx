import classes from './dialog-loading.module.css';
import { Spinner } from './page-state.tsx';

/** While the code of a dialog comes on a slow line: whoever pressed sees that the press has counted. */
export function DialogLoading() {
  return (
    <div className={classes.loading}>
      <Spinner />
    </div>
  );
}
