import { Button } from '@mantine/core';
import { Camera, Trash2 } from 'lucide-react';
import { type ChangeEvent, useCallback, useRef, useState } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { Viewer } from '#shared/contracts/auth.ts';
import { type PhotoProblem, photoProblem } from '#shared/domain/image-rules.ts';
import { ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import classes from './photo-section.module.css';
import { useDrop } from './use-drop.ts';
import { useAccountKept } from './use-own-account.ts';

const loadDialog = () => import('./photo-dialog.tsx').then((module) => module.PhotoDialog);
const TYPES = 'image/jpeg,image/png,image/gif';
const FAILED = 'Failed to update profile. Please try again.';

export type PhotoSectionProps = { me: Viewer };

export function PhotoSection({ me }: PhotoSectionProps) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const { ref, isOver } = useDrop(choose);
  const close = useCallback(() => setFile(null), []);
  const PhotoDialog = useLazy(loadDialog, { isNeeded: file !== null, onError: close });
  const keep = useAccountKept();
  const remove = trpc.auth.updateDetails.useMutation({
    onSuccess: (saved) => {
      keep(saved);
      toast.success(SUCCESS.detailsSaved);
      chooser.current?.focus();
    },
    onError: (error) => toast.error(errorMessageWithReason(error, FAILED)),
  });

  function refuse(code: PhotoProblem): void {
    setProblem(ERRORS[code].message);
    setFile(null);
  }

  function choose(chosen: File | undefined): void {
    if (!chosen) return;
    const code = photoProblem(chosen);
    if (code) refuse(code);
    else {
      setProblem(null);
      setFile(chosen);
    }
  }

  function onChosen({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    choose(currentTarget.files?.[0]);
    // So that the same file can be chosen again.
    currentTarget.value = '';
  }

  return (
    <>
      <div ref={ref} className={classes.photo} data-over={isOver || undefined}>
        <Avatar name={me.name} src={me.profileImage || null} size={96} alt={`Photo of ${me.name}`} loading="eager" />
        <div className={classes.side}>
          <div className={classes.actions}>
            <Button ref={chooser} variant="default" leftSection={<Camera size={18} aria-hidden="true" />} onClick={() => input.current?.click()}>
              {me.profileImage ? 'Change photo' : 'Choose photo'}
            </Button>
            {me.profileImage && (
              <Button
                variant="subtle"
                color="red"
                leftSection={<Trash2 size={18} aria-hidden="true" />}
                loading={remove.isPending}
                onClick={() => remove.isPending || remove.mutate({ profileImage: '' })}
              >
                Remove photo
              </Button>
            )}
          </div>
          <p className={classes.hint}>
            JPG, PNG or GIF, less than 2 MB.<span className={classes.drop}> You can also drop a photo here.</span>
          </p>
          {problem && (
            <p className={classes.problem} role="alert">
              {problem}
            </p>
          )}
        </div>
        <input ref={input} type="file" hidden accept={TYPES} aria-label="Photo" onChange={onChosen} />
      </div>
      {PhotoDialog && <PhotoDialog file={file} onBroken={() => refuse('upload.photo_type')} onClose={close} />}
    </>
  );
}
