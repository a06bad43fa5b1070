import { Button, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { tooMany } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import classes from './blog-form.module.css';

export type TagsFieldProps = { tags: readonly string[]; error: string | undefined; onChange: (tags: string[]) => void };

/** Words under which a post is found; Enter or a comma ends one. */
export function TagsField({ tags, error, onChange }: TagsFieldProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  function add(typed: string): void {
    const given = typed.split(',').map((tag) => tag.trim().slice(0, LIMITS.blog.tag));
    const next = [...new Set([...tags, ...given.filter((tag) => tag !== '')])];
    if (next.length > LIMITS.blog.tags) {
      setProblem(tooMany('Tags', LIMITS.blog.tags));
      return;
    }
    setProblem(null);
    setText('');
    if (next.length !== tags.length) onChange(next);
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      add(text);
    }
  };
  const remove = (tag: string) => {
    setProblem(null);
    onChange(tags.filter((other) => other !== tag));
    input.current?.focus();
  };

  return (
    <div>
      <div className={classes.tagRow}>
        <TextInput
          ref={input}
          className={classes.tagInput}
          label="Tags"
          description="Up to 10, such as a subject or an exam. Enter adds one."
          maxLength={LIMITS.blog.tag}
          enterKeyHint="done"
          data-field="tags"
          value={text}
          error={problem ?? error}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            if (typed.includes(',')) add(typed);
            else setText(typed);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => text.trim() !== '' && add(text)}
        />
        <Button variant="default" className={classes.tagAdd} onClick={() => add(text)}>
          Add
        </Button>
      </div>
      {tags.length > 0 && (
        <ul className={classes.tags} aria-label="Tags of this post">
          {tags.map((tag) => (
            <li key={tag}>
              <span>{tag}</span>
              <button type="button" aria-label={`Remove ${tag}`} onClick={() => remove(tag)}>
                <X size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
