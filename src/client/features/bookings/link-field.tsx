import { TextInput, type TextInputProps } from '@mantine/core';
import type { FocusEvent } from 'react';
import type { AppForm } from '#client/lib/forms/use-app-form.ts';
import { toMeetingLink } from '#shared/domain/typed-link.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

export type LinkFieldProps = Pick<TextInputProps, 'label' | 'description' | 'required'> & {
  'data-autofocus'?: boolean;
  form: Pick<AppForm<{ meetingLink: string }>, 'values' | 'getInputProps' | 'setFieldValue' | 'submit'>;
};

/** Shows the link that was meant once the field is left: the form has to send `toMeetingLink` of what is typed, too. */
export function LinkField({ form: { values, getInputProps, setFieldValue, submit }, ...field }: LinkFieldProps) {
  const { onBlur, ...input } = getInputProps('meetingLink');
  return (
    <TextInput
      w="100%"
      type="url"
      inputMode="url"
      autoComplete="off"
      placeholder="https://"
      maxLength={LIMITS.meetingLink}
      {...field}
      {...input}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) void submit();
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        const link = toMeetingLink(values.meetingLink);
        if (link !== values.meetingLink) setFieldValue('meetingLink', link);
        onBlur?.(event);
      }}
    />
  );
}
