import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { Viewer } from '#shared/contracts/auth.ts';

const loadDialog = () => import('./delete-account-dialog.tsx').then((module) => module.DeleteAccountDialog);

export type DeleteAccountSectionProps = { user: Viewer; isDeleteOpen: boolean; onDeleteOpenChange: (isOpen: boolean) => void };

export function DeleteAccountSection({ user, isDeleteOpen, onDeleteOpenChange }: DeleteAccountSectionProps) {
  const close = () => onDeleteOpenChange(false);
  // A new dialog for each opening, so that no password and no old amounts remain.
  const [opening, setOpening] = useState({ index: 0, isOpen: isDeleteOpen });
  if (opening.isOpen !== isDeleteOpen) setOpening({ index: isDeleteOpen ? opening.index + 1 : opening.index, isOpen: isDeleteOpen });
  const DeleteAccountDialog = useLazy(loadDialog, { isNeeded: isDeleteOpen, onError: close });
  return (
    <>
      <Text c="dimmed" mt={4}>
        Before anything is deleted, we say what happens to your bookings and reviews.
      </Text>
      <Button mt="md" variant="outline" color="red" onClick={() => onDeleteOpenChange(true)}>
        Delete account
      </Button>
      {DeleteAccountDialog && <DeleteAccountDialog key={opening.index} opened={isDeleteOpen} user={user} onClose={close} />}
    </>
  );
}
