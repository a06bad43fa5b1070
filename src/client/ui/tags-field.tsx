import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Box, Button, Group, Text, TextInput, type TextInputProps } from '@mantine/core';
import { X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { textsOf } from '#shared/domain/texts.ts';
import { tooMany } from '#shared/messages.ts';
import { detectLang } from './detect-lang.ts';

export type TagsFieldProps = Pick<TextInputProps, 'description' | 'error' | 'maxLength' | 'placeholder'> & {
  label: string;
  listLabel: string;
  tags: readonly string[];
  /** What is typed and not a tag yet. */
  text: string;
  most: number;
  /** Makes the list of all tags out of the present ones and those that were typed. */
  merge: (tags: readonly string[]) => string[];
  onTagsChange: (tags: string[]) => void;
  onTextChange: (text: string) => void;
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
  'data-field'?: string;
};

/** Enter, a comma and leaving the field add what is typed. */
export function TagsField({ listLabel, tags, text, most, merge, onTagsChange, onTextChange, onBlur, error, ...field }: TagsFieldProps) {
  const { t, i18n } = useLingui();
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const shownError = problem ?? error;

  function add(typed: string): void {
    const added = typed.split(',').map((tag) => tag.trim().slice(0, field.maxLength));
    const next = merge([...tags, ...added.filter((tag) => tag !== '')]);
    if (next.length > most) {
      setProblem(tooMany(field.label, most, textsOf(i18n)));
      onTextChange(typed);
      return;
    }
    setProblem(null);
    onTextChange('');
    if (next.length !== tags.length) onTagsChange(next);
  }

  function remove(tag: string): void {
    setProblem(null);
    onTagsChange(tags.filter((other) => other !== tag));
    input.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent): void {
    // A letter of an input method is confirmed by Enter, too.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || text.trim() === '') return;
    event.preventDefault();
    add(text);
  }

  return (
    <div>
      <TextInput
        ref={input}
        enterKeyHint="done"
        autoComplete="off"
        {...field}
        value={text}
        lang={detectLang(text)}
        error={shownError}
        inputContainer={(control) => (
          // The control has a margin on the sides where it has a text.
          <Group gap="xs" wrap="nowrap" align={shownError ? 'center' : 'end'}>
            <Box flex={1} miw={0}>
              {control}
            </Box>
            <Button variant="default" flex="none" onClick={() => add(text)}>
              <Trans>Add</Trans>
            </Button>
          </Group>
        )}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          if (typed.includes(',')) add(typed);
          else onTextChange(typed);
        }}
        onKeyDown={handleKeyDown}
        onBlur={(event) => {
          if (text.trim() !== '') add(text);
          onBlur?.(event);
        }}
      />
      {tags.length > 0 && (
        <Group component="ul" gap="xs" mt="sm" aria-label={listLabel}>
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
              <Text span inherit py={5} lh={1.4} lang={detectLang(tag)}>
                {tag}
              </Text>
              <ActionIcon c="inherit" radius="xl" aria-label={t`Remove ${tag}`} onClick={() => remove(tag)}>
                <X size={16} aria-hidden="true" />
              </ActionIcon>
            </Group>
          ))}
        </Group>
      )}
    </div>
  );
}
