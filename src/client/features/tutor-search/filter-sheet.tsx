import { Button } from '@mantine/core';
import { Dialog } from '#client/ui/dialog.tsx';
import { ExplainedButton } from '#client/ui/explained-button.tsx';
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx';
import { clearPanel, clearProblem } from './search-state.ts';

export type FilterSheetProps = FilterFieldsProps & {
  opened: boolean;
  resultsLabel: string;
  isCounting: boolean;
  onClose: () => void;
};

export function FilterSheet({ opened, resultsLabel, isCounting, onClose, ...fields }: FilterSheetProps) {
  const { search, onChange } = fields;
  return (
    <Dialog
      opened={opened}
      hasHistoryEntry
      title="Filters"
      onClose={onClose}
      footer={
        <>
          <ExplainedButton side="above" variant="default" reason={clearProblem(search)} onClick={() => onChange(clearPanel)}>
            Clear
          </ExplainedButton>
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
