import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import classes from './column-choice.module.css';

const MAX_NAME = 40;

export type SavedViewsProps<S> = {
  views: readonly { name: string; search: S }[];
  isFull: boolean;
  onSave: (name: string) => void;
  onRemove: (name: string) => void;
  onOpen: (search: S) => void;
};

export function SavedViews<S>({ views, isFull, onSave, onRemove, onOpen }: SavedViewsProps<S>) {
  const [name, setName] = useState('');
  const isReplacing = views.some((view) => view.name === name.trim());
  const save = () => {
    onSave(name.trim());
    setName('');
  };

  return (
    <details className={classes.panel}>
      <summary>
        <Bookmark size={18} aria-hidden="true" />
        {views.length === 0 ? 'Saved views' : `Saved views (${views.length})`}
      </summary>
      <Stack gap="sm" py="sm">
        {views.length === 0 && <Text c="dimmed">Save the search, filters and order of this page under a name. Only this browser stores them.</Text>}
        <Group component="ul" gap="xs">
          {views.map((view) => (
            <Group key={view.name} component="li" gap={0} wrap="nowrap">
              <Button variant="default" onClick={() => onOpen(view.search)}>
                {view.name}
              </Button>
              <ActionIcon aria-label={`Delete the view ${view.name}`} onClick={() => onRemove(view.name)}>
                <Trash2 size={18} aria-hidden="true" />
              </ActionIcon>
            </Group>
          ))}
        </Group>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Group gap="xs" align="end">
            <TextInput label="Name of this view" maxLength={MAX_NAME} value={name} onChange={({ currentTarget }) => setName(currentTarget.value)} />
            <Button type="submit" variant="light" disabled={name.trim() === '' || (isFull && !isReplacing)}>
              {isReplacing ? 'Replace the view' : 'Save this view'}
            </Button>
          </Group>
          {isFull && (
            <Text size="sm" c="dimmed" mt={4}>
              You have saved as many views as there can be. Delete one to save another.
            </Text>
          )}
        </form>
      </Stack>
    </details>
  );
}
