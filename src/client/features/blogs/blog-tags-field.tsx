import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { TagsField } from '#client/ui/tags-field.tsx';
import { LIMITS } from '#shared/vocabulary/limits.ts';

export type BlogTagsFieldProps = { tags: readonly string[]; error: string | undefined; onChange: (tags: string[]) => void };

export function BlogTagsField({ tags, error, onChange }: BlogTagsFieldProps) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  return (
    <TagsField
      label={t`Tags`}
      description={t`Up to 10, such as a subject or an exam. Enter adds one.`}
      listLabel={t`Tags of this post`}
      data-field="tags"
      maxLength={LIMITS.blog.tag}
      most={LIMITS.blog.tags}
      merge={(all) => [...new Set(all)]}
      tags={tags}
      text={text}
      error={error}
      onTagsChange={onChange}
      onTextChange={setText}
    />
  );
}
