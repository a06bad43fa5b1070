import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Camera, Trash2 } from 'lucide-react';
import { type ChangeEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { SHRINKING } from '#client/lib/images/fit-image.ts';
import { useFittedImage } from '#client/lib/images/use-fitted-image.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { lazyDialogs, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { Viewer } from '#shared/contracts/auth.ts';
import { type PhotoProblem, photoProblem } from '#shared/domain/image-rules.ts';
import { translated } from '#shared/domain/texts.ts';
import { ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import classes from './photo-section.module.css';
import { useSetAccount } from './use-set-account.ts';

const PhotoDialog = lazyDialogs(() => import('./photo-dialog.tsx').then((module) => module.PhotoDialog));
const TYPES = 'image/jpeg,image/png,image/gif';

export type PhotoSectionProps = { user: Viewer };

export function PhotoSection({ user }: PhotoSectionProps) {
  const { t, i18n } = useLingui();
  const { name } = user;
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const { isShrinking, choose } = useFittedImage(take);
  const { ref, isOver } = useFileDrop(choose);
  const close = useCallback(() => setFile(null), []);
  const setAccount = useSetAccount();
  const trpc = useTRPC();
  const remove = useMutation(
    trpc.auth.updateDetails.mutationOptions({
      onSuccess: async (saved) => {
        await setAccount(saved);
        toast.success(SUCCESS.detailsSaved);
        chooseButton.current?.focus();
      },
      onError: (error) => toast.error(errorMessageWithReason(error, t`Failed to update profile. Please try again.`)),
    }),
  );

  function reject(code: PhotoProblem): void {
    setProblem(translated(i18n, ERRORS[code].message));
    setFile(null);
  }

  function take(fitted: File): void {
    const code = photoProblem(fitted);
    if (code) reject(code);
    else {
      setProblem(null);
      setFile(fitted);
    }
  }

  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    choose(currentTarget.files?.[0]);
    // Lets the same file be chosen again.
    currentTarget.value = '';
  }

  return (
    <>
      <Group ref={ref} className={classes.photo} gap="1rem 1.5rem" m="-0.75rem" p="sm" bdrs="lg" data-over={isOver || undefined}>
        <Avatar name={name} src={user.profileImage || null} size={96} alt={t`Photo of ${name}`} loading="eager" />
        <Box flex="1 1 14rem" miw={0}>
          <Group gap="xs">
            <Button
              ref={chooseButton}
              variant="default"
              leftSection={<Camera size={18} aria-hidden="true" />}
              loading={isShrinking}
              {...preloadOnIntent(PhotoDialog)}
              onClick={() => input.current?.click()}
            >
              {user.profileImage ? <Trans>Change photo</Trans> : <Trans>Choose photo</Trans>}
            </Button>
            {user.profileImage && (
              <Button
                variant="subtle"
                color="red"
                leftSection={<Trash2 size={18} aria-hidden="true" />}
                loading={remove.isPending}
                onClick={() => remove.isPending || remove.mutate({ profileImage: '' })}
              >
                <Trans>Remove photo</Trans>
              </Button>
            )}
          </Group>
          <Text mt="xs" c="dimmed" size="sm" role="status">
            {isShrinking ? (
              i18n._(SHRINKING)
            ) : (
              <Trans>
                JPG, PNG or GIF. A large photo is made smaller.<span className={classes.drop}> You can also drop a photo here.</span>
              </Trans>
            )}
          </Text>
          {problem && (
            <Text c="red" size="sm" mt={4} role="alert">
              {problem}
            </Text>
          )}
        </Box>
        <input ref={input} type="file" hidden accept={TYPES} aria-label={t`Photo`} onChange={handleChange} />
      </Group>
      <PhotoDialog isNeeded={file !== null} onLoadError={close} file={file} onInvalid={() => reject('upload.photo_type')} onClose={close} />
    </>
  );
}

function useFileDrop(onFile: (file: File | undefined) => void): { ref: RefObject<HTMLDivElement | null>; isOver: boolean } {
  const ref = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const handler = useRef(onFile);

  useEffect(() => {
    handler.current = onFile;
  });

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const listening = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', onEvent: (event: DragEvent) => void) =>
      element.addEventListener(
        type,
        (event) => {
          event.preventDefault();
          setOver(type === 'dragover');
          onEvent(event);
        },
        { signal: listening.signal },
      );
    listen('dragover', () => {});
    listen('dragleave', () => {});
    listen('drop', ({ dataTransfer }) => handler.current(dataTransfer?.files[0]));
    return () => listening.abort();
  }, []);

  return { ref, isOver };
}
