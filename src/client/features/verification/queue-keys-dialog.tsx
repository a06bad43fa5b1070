import { Group, Kbd, Stack, Text } from '@mantine/core';
import { useKeySwitch } from '#client/lib/page-keys.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Switch } from '#client/ui/switch.tsx';
import '@mantine/core/styles/Kbd.layer.css';

const KEYS: readonly (readonly [keys: string, effect: string])[] = [
  ['J', 'Next tutor'],
  ['K', 'Previous tutor'],
  ['1 to 5', 'Tick or clear one of the checks'],
  ['C', 'Tick all checks'],
  ['A', 'Approve, or mark the changes as reviewed'],
  ['R', 'Reject with a reason'],
  ['D', 'Next document, with Shift the previous one'],
  ['+ and -', 'Zoom in and out'],
  ['T', 'Turn the document'],
  ['O', 'Open the document in a new tab'],
  ['?', 'Show these keys'],
  ['Escape', 'Leave the queue'],
];

export type QueueKeysDialogProps = { opened: boolean; onClose: () => void };

export function QueueKeysDialog({ opened, onClose }: QueueKeysDialogProps) {
  const [isOn, setOn] = useKeySwitch();
  return (
    <Dialog opened={opened} title="Keys" onClose={onClose}>
      <Stack>
        <Stack component="ul" gap="xs">
          {KEYS.map(([keys, effect]) => (
            <Group key={keys} component="li" gap="sm" wrap="nowrap">
              <Text span miw="5rem">
                <Kbd>{keys}</Kbd>
              </Text>
              {effect}
            </Group>
          ))}
        </Stack>
        <Text size="sm" c="dimmed">
          Ctrl and Enter send the reason of a rejection. On every page of the admin area, / goes to the search.
        </Text>
        <Switch label="Use the keys" checked={isOn} onChange={({ currentTarget }) => setOn(currentTarget.checked)} />
      </Stack>
    </Dialog>
  );
}
