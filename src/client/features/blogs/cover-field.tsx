import { Button } from '@mantine/core';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { uploadPhoto } from '#client/lib/rpc/upload.ts';
import { PHOTO_TYPES, photoProblem } from '#shared/domain/image-rules.ts';
import { ERRORS } from '#shared/errors.ts';
import classes from './blog-form.module.css';

export type CoverFieldProps = { image: string; error: string | undefined; onChange: (image: string) => void };

/** The image above a post; it may have none. */
export function CoverField({ image, error, onChange }: CoverFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function choose(file: File | undefined): Promise<void> {
    if (!file || progress !== null) return;
    const wrong = photoProblem(file);
    setProblem(wrong && ERRORS[wrong].message);
    if (wrong) return;
    setProgress(0);
    try {
      onChange(new URL(await uploadPhoto(file, { onProgress: setProgress }), window.location.origin).pathname);
    } catch (failure) {
      setProblem(errorMessageWithReason(failure, 'Failed to upload profile photo'));
    } finally {
      setProgress(null);
    }
  }

  return (
    <div className={classes.coverField}>
      <p className={classes.name} id="cover-name">
        Cover image
      </p>
      {image && <img className={classes.cover} src={image} alt="The cover of this post" />}
      <div className={classes.coverActions}>
        <input
          ref={input}
          hidden
          type="file"
          accept={PHOTO_TYPES.join(',')}
          aria-labelledby="cover-name"
          onChange={(event) => {
            void choose(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <Button
          variant="default"
          leftSection={<ImagePlus size={18} aria-hidden="true" />}
          loading={progress !== null}
          data-field="featuredImage"
          onClick={() => input.current?.click()}
        >
          {image ? 'Change cover image' : 'Add a cover image'}
        </Button>
        {image && (
          <Button variant="default" leftSection={<Trash2 size={18} aria-hidden="true" />} onClick={() => onChange('')}>
            Remove cover image
          </Button>
        )}
      </div>
      {(problem ?? error) && (
        <p className={classes.problem} role="alert">
          {problem ?? error}
        </p>
      )}
    </div>
  );
}
