import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Input, Stack, Text, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { ImagePlus } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { z } from 'zod';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { useFittedImage } from '#client/lib/images/use-fitted-image.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { isAborted, uploadPhoto } from '#client/lib/rpc/upload.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { PHOTO_TYPES, photoProblem } from '#shared/domain/image-rules.ts';
import { translated } from '#shared/domain/texts.ts';
import { ERRORS } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import classes from './blog-editor.module.css';

const schema = z.object({ file: z.instanceof(File, { error: ERRORS['upload.photo_type'].message }) });
const EMPTY: { file: File | null; alt: string } = { file: null, alt: '' };

export type PostImage = { src: string; alt: string };
export type ImageDialogProps = {
  opened: boolean;
  /** A file that is chosen already. */
  pasted?: File | undefined;
  onClose: () => void;
  onImage: (image: PostImage) => void;
};

export function ImageDialog({ opened, pasted, onClose, onImage }: ImageDialogProps) {
  const { t, i18n } = useLingui();
  const failure = t`Failed to upload profile photo`;
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const upload = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState(0);
  const form = useAppForm<typeof EMPTY>({
    initialValues: EMPTY,
    schema,
    fallbackMessage: failure,
    onSubmit: async ({ file, alt }) => {
      if (!file) return;
      const controller = new AbortController();
      upload.current = controller;
      setProgress(0);
      try {
        const url = await uploadPhoto(file, { onProgress: setProgress, signal: controller.signal });
        form.setValues(EMPTY);
        onImage({ src: new URL(url, window.location.origin).pathname, alt: alt.trim() });
      } catch (error) {
        if (!isAborted(error)) throw error;
      }
    },
    onError: (error) => {
      form.showErrors({ file: errorMessageWithReason(error, failure) });
    },
  });
  const { file } = form.values;
  const preview = usePreview(file);
  useEffect(() => () => upload.current?.abort(), []);

  function close(): void {
    upload.current?.abort();
    form.setValues(EMPTY);
    form.clearErrors();
    onClose();
  }

  const { isShrinking, choose } = useFittedImage((fitted, chosen) => {
    const code = photoProblem(fitted);
    form.setFieldValue('file', code ? null : fitted);
    form.showErrors(code ? { file: `${chosen.name}: ${translated(i18n, ERRORS[code].message)}` } : {});
  });

  const choosePasted = useEffectEvent(choose);
  useEffect(() => choosePasted(pasted), [pasted]);

  return (
    <Dialog
      opened={opened}
      size="sm"
      title={t`Add an image`}
      onClose={close}
      footer={
        <>
          <Button variant="default" onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} disabled={isShrinking} loading={form.isSubmitting}>
            <Trans>Add image</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.handleSubmit}>
        <Stack>
          <Stack gap="xs" align="start">
            <Input.Label labelElement="div" size="md" id={`${formId}-file`}>
              <Trans>Image (JPG, PNG or GIF)</Trans>
            </Input.Label>
            {preview && <img className={classes.preview} src={preview} alt={t`Preview`} />}
            {(isShrinking || file) && (
              <Text c="dimmed" role="status">
                {isShrinking ? t`Making the photo smaller…` : file?.name}
              </Text>
            )}
            <input
              ref={input}
              hidden
              type="file"
              accept={PHOTO_TYPES.join(',')}
              aria-labelledby={`${formId}-file`}
              onChange={(event) => {
                choose(event.currentTarget.files?.[0]);
                event.currentTarget.value = '';
              }}
            />
            <Button
              variant="default"
              data-autofocus
              disabled={form.isSubmitting}
              loading={isShrinking}
              leftSection={<ImagePlus size={18} aria-hidden="true" />}
              onClick={() => input.current?.click()}
            >
              {file ? <Trans>Choose another image</Trans> : <Trans>Choose an image</Trans>}
            </Button>
          </Stack>
          {form.errors.file && (
            <Text c="red" role="alert">
              {form.errors.file}
            </Text>
          )}
          <TextInput
            label={t`Description`}
            description={t`Read aloud to people who cannot see the image.`}
            maxLength={LIMITS.name.max}
            {...form.getInputProps('alt')}
          />
          {form.isSubmitting && (
            <progress className={classes.progress} max={1} value={progress} aria-label={t`Uploading the image`}>
              {Math.round(progress * 100)}%
            </progress>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}

function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(created);
    };
  }, [file]);
  return url;
}

export function insertImage(editor: Editor, image: PostImage): void {
  editor.chain().focus().insertContentAt(editor.state.selection.to, { type: 'image', attrs: image }).run();
}
