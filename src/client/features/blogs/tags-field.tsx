import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { tooMany } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

export type TagsFieldProps = { tags: readonly string[]; error: string | undefined; onChange: (tags: string[]) => void };

export function TagsField({ tags, error, onChange }: TagsFieldProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const shownError = problem ?? error;

  function add(typed: string): void {
    const added = typed.split(',').map((tag) => tag.trim().slice(0, LIMITS.blog.tag));
    const next = [...new Set([...tags, ...added.filter((tag) => tag !== '')])];
    if (next.length > LIMITS.blog.tags) {
      setProblem(tooMany('Tags', LIMITS.blog.tags));
      return;
    }
    setProblem(null);
    setText('');
    if (next.length !== tags.length) onChange(next);
  }

  function remove(tag: string): void {
    setProblem(null);
    onChange(tags.filter((other) => other !== tag));
    input.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add(text);
  }

  return (
    <div>
      <Group gap="xs" wrap="nowrap" align={shownError ? 'center' : 'end'}>
        <TextInput
          ref={input}
          flex={1}
          miw={0}
          label="Tags"
          description="Up to 10, such as a subject or an exam. Enter adds one."
          maxLength={LIMITS.blog.tag}
          enterKeyHint="done"
          data-field="tags"
          value={text}
          error={shownError}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            if (typed.includes(',')) add(typed);
            else setText(typed);
          }}
          onKeyDown={handleKeyDown}
          onBlur={() => text.trim() !== '' && add(text)}
        />
        <Button variant="default" flex="none" onClick={() => add(text)}>
          Add
        </Button>
      </Group>
      {tags.length > 0 && (
        <Group component="ul" gap="xs" mt="sm" aria-label="Tags of this post">
          {tags.map((tag) => (
            <Group
              key={tag}
              component="li"
              gap={0}
              wrap="nowrap"
              maw="100%"
              pl="0.875rem"
              fw={600}
              bdrs={999}
              bg="var(--vidya-primary-tint)"
              c="var(--vidya-primary-ink)"
              style={{ overflowWrap: 'anywhere' }}
            >
              <span>{tag}</span>
              <ActionIcon c="inherit" radius="xl" aria-label={`Remove ${tag}`} onClick={() => remove(tag)}>
                <X size={16} aria-hidden="true" />
              </ActionIcon>
            </Group>
          ))}
        </Group>
      )}
    </div>
  );
}
