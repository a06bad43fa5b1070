import { Button, TextInput } from '@mantine/core';
import { ImagePlus } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { isAborted, uploadPhoto } from '#client/lib/rpc/upload.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { PHOTO_TYPES, photoProblem } from '#shared/domain/image-rules.ts';
import { ERRORS } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import classes from './blog-editor.module.css';

export type ImageDialogProps = { opened: boolean; onClose: () => void; onImage: (image: { src: string; alt: string }) => void };

/** Chooses, describes and uploads an image of the post. */
export function ImageDialog({ opened, onClose, onImage }: ImageDialogProps) {
  const form = useId();
  const [file, setFile] = useState<File | null>(null);
  const [alt, setAlt] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setPreview(url);
    return () => {
      setPreview(null);
      URL.revokeObjectURL(url);
    };
  }, [file]);

  const close = () => {
    running.current?.abort();
    setFile(null);
    setAlt('');
    setProblem(null);
    onClose();
  };
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    const wrong = photoProblem(chosen);
    setProblem(wrong && `${chosen.name}: ${ERRORS[wrong].message}`);
    setFile(wrong ? null : chosen);
  };
  async function upload(): Promise<void> {
    if (running.current) return;
    if (!file) {
      setProblem(ERRORS['upload.photo_type'].message);
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    setProblem(null);
    setProgress(0);
    try {
      const src = await uploadPhoto(file, { onProgress: setProgress, signal: controller.signal });
      setFile(null);
      setAlt('');
      setProblem(null);
      onImage({ src: new URL(src, window.location.origin).pathname, alt: alt.trim() });
    } catch (error) {
      if (!isAborted(error)) setProblem(errorMessageWithReason(error, 'Failed to upload profile photo'));
    } finally {
      running.current = null;
      setProgress(null);
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void upload();
  };

  return (
    <Dialog
      opened={opened}
      size="sm"
      title="Add an image"
      onClose={close}
      footer={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={progress !== null}>
            Add image
          </Button>
        </>
      }
    >
      <form id={form} noValidate className={classes.form} onSubmit={submit}>
        <div className={classes.file}>
          <p className={classes.fileLabel} id={`${form}-file`}>
            Image (JPG, PNG or GIF, at most 2 MB)
          </p>
          {preview && <img className={classes.preview} src={preview} alt="The one that was chosen" />}
          {file && <p className={classes.fileName}>{file.name}</p>}
          <input
            ref={input}
            hidden
            type="file"
            accept={PHOTO_TYPES.join(',')}
            aria-labelledby={`${form}-file`}
            onChange={(event) => {
              choose(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <Button
            variant="default"
            data-autofocus
            disabled={progress !== null}
            leftSection={<ImagePlus size={18} aria-hidden="true" />}
            onClick={() => input.current?.click()}
          >
            {file ? 'Choose another image' : 'Choose an image'}
          </Button>
        </div>
        {problem && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        <TextInput
          label="What it shows"
          description="Read out to those who cannot see it."
          maxLength={LIMITS.name.max}
          value={alt}
          onChange={(event) => setAlt(event.currentTarget.value)}
        />
        {progress !== null && (
          <progress className={classes.progress} max={1} value={progress} aria-label="Uploading the image">
            {Math.round(progress * 100)}%
          </progress>
        )}
      </form>
    </Dialog>
  );
}
