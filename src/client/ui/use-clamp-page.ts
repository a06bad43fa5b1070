import { useEffect } from 'react';

/** What was deleted may have been the last of its page: then the last page that is left is shown. Undefined: not known yet. */
export function useClampPage(page: number, lastPage: number | undefined, onPage: (page: number) => void): void {
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) onPage(lastPage);
  }, [page, lastPage, onPage]);
}
