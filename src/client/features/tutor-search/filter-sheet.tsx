import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Dialog } from '#client/ui/dialog.tsx';
import { ExplainedButton } from '#client/ui/explained-button.tsx';
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx';
import { clearPanel } from './search-state.ts';

export type FilterSheetProps = FilterFieldsProps & {
  opened: boolean;
  /** Why nothing can be cleared. */
  clearProblem: string | null;
  resultsLabel: string;
  isCounting: boolean;
  onClose: () => void;
};

export function FilterSheet({ opened, clearProblem, resultsLabel, isCounting, onClose, ...fields }: FilterSheetProps) {
  const { t } = useLingui();
  const { onChange } = fields;
  return (
    <Dialog
      opened={opened}
      hasHistoryEntry
      title={t`Filters`}
      onClose={onClose}
      footer={
        <>
          <ExplainedButton side="above" variant="default" reason={clearProblem} onClick={() => onChange(clearPanel)}>
            <Trans>Clear</Trans>
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
