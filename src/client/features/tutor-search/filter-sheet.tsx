import { Button } from '@mantine/core';
import { Dialog } from '#client/ui/dialog.tsx';
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx';
import { panelCleared, panelCount } from './search-state.ts';

export type FilterSheetProps = FilterFieldsProps & {
  opened: boolean;
  /** On its button: how many tutors it leads to. */
  resultsLabel: string;
  isCounting: boolean;
  onClose: () => void;
};

/** The filters where there is no room beside the results. */
export function FilterSheet({ opened, resultsLabel, isCounting, onClose, ...fields }: FilterSheetProps) {
  const { search, onChange } = fields;
  return (
    <Dialog
      opened={opened}
      title="Filters"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" disabled={panelCount(search) === 0} onClick={() => onChange(panelCleared)}>
            Clear
          </Button>
          <Button aria-busy={isCounting} onClick={onClose}>
            {resultsLabel}
          </Button>
        </>
      }
    >
      <FilterFields {...fields} />
    </Dialog>
  );
}
