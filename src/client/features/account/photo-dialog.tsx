import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { errorMessageWithReason, isCallError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { isAborted, uploadPhoto } from '#client/lib/rpc/upload.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { SUCCESS } from '#shared/messages.ts';
import { type Area, cropToSquare } from './photo-crop.ts';
import classes from './photo-dialog.module.css';
import { useSetAccount } from './use-set-account.ts';

const MAX_ZOOM = 4;
const START = { x: 0, y: 0 };

type ShownFile = { file: File; index: number };

export type PhotoDialogProps = {
  file: File | null;
  onInvalid: () => void;
  onClose: () => void;
};

export function PhotoDialog({ file, onInvalid, onClose }: PhotoDialogProps) {
  const { t } = useLingui();
  const { progress, isSaving, problem, upload, cancel, clearProblem } = usePhotoUpload(onClose);
  const [shown, setShown] = useState<ShownFile | null>(null);
  const [area, setArea] = useState<Area | null>(null);
  if (file && file !== shown?.file) {
    setShown({ file, index: (shown?.index ?? 0) + 1 });
    setArea(null);
    clearProblem();
  }
  const image = useRef<HTMLImageElement | null>(null);
  const isBusy = progress !== null;

  const save = () => {
    const element = image.current;
    if (shown && area && element) void upload(() => cropToSquare({ image: element, area, type: shown.file.type }));
  };

  return (
    <Dialog
      opened={file !== null}
      title={t`Choose the part to show`}
      isBusy={isBusy}
      problem={isBusy ? null : problem}
      onClose={onClose}
      footer={
        <>
          {progress !== null && <Progress fraction={progress} isSaving={isSaving} />}
          <Button variant="default" disabled={isSaving} onClick={isBusy ? cancel : onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button disabled={area === null} loading={isBusy} onClick={save}>
            <Trans>Save photo</Trans>
          </Button>
        </>
      }
    >
      {shown && (
        <PhotoCropper key={shown.index} file={shown.file} onArea={setArea} onImage={(element) => (image.current = element)} onInvalid={onInvalid} />
      )}
    </Dialog>
  );
}

function Progress({ fraction, isSaving }: { fraction: number; isSaving: boolean }) {
  return (
    <Text component="label" w="100%" c="dimmed" size="sm">
      {isSaving ? <Trans>Saving the photo…</Trans> : <Trans>Uploading the photo…</Trans>}
      <progress className={classes.progress} value={isSaving ? undefined : fraction} max={1} />
    </Text>
  );
}

type PhotoCropperProps = { file: File; onArea: (area: Area) => void; onImage: (element: HTMLImageElement | null) => void; onInvalid: () => void };

function PhotoCropper({ file, onArea, onImage, onInvalid }: PhotoCropperProps) {
  const { t } = useLingui();
  const url = useObjectUrl(file);
  const [crop, setCrop] = useState(START);
  const [zoom, setZoom] = useState(1);
  const hintId = useId();
  const zoomId = useId();

  return (
    <>
      <div className={classes.stage}>
        {url && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            aspect={1}
            objectFit="cover"
            showGrid={false}
            keyboardStep={8}
            mediaProps={{ onError: onInvalid }}
            cropperProps={{ role: 'application', 'aria-label': t`Part of the photo`, 'aria-describedby': hintId }}
            classes={{ cropAreaClassName: classes.area }}
            setImageRef={({ current }) => onImage(current)}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => onArea(pixels)}
          />
        )}
      </div>
      <Text component="label" display="block" mt="md" fw={600} htmlFor={zoomId}>
        <Trans>Zoom</Trans>
      </Text>
      <Group gap="sm" wrap="nowrap" c="dimmed">
        <ZoomOut size={18} aria-hidden="true" />
        <input
          id={zoomId}
          className={classes.zoom}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          aria-valuetext={`${Math.round(zoom * 100)}%`}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
        <ZoomIn size={18} aria-hidden="true" />
      </Group>
      <Text id={hintId} mt={4} c="dimmed" size="sm">
        <Trans>
          Drag the photo.<span className={classes.keys}> You can also move it with the arrow keys.</span>
        </Trans>
      </Text>
    </>
  );
}

function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return url;
}

const UPLOAD_FAILED = msg`Failed to upload profile image. Please try again.`;
const SAVE_FAILED = msg`Failed to update profile. Please try again.`;

type PhotoUpload = {
  /** From 0 to 1; null when idle. */
  progress: number | null;
  isSaving: boolean;
  problem: string | null;
  upload: (draw: () => Promise<File>) => Promise<void>;
  cancel: () => void;
  clearProblem: () => void;
};

function usePhotoUpload(onDone: () => void): PhotoUpload {
  const { i18n } = useLingui();
  const trpc = useTRPC();
  const updateDetails = useMutation(trpc.auth.updateDetails.mutationOptions());
  const setAccount = useSetAccount();
  const [progress, setProgress] = useState<number | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const controllerRef = useRef<AbortController | null>(null);

  useEffect(() => () => controllerRef.current?.abort(), []);

  async function upload(draw: () => Promise<File>): Promise<void> {
    if (controllerRef.current) return;
    const controller = new AbortController();
    controllerRef.current = controller;
    setProblem(null);
    setProgress(0);
    try {
      const url = await uploadPhoto(await draw(), { onProgress: setProgress, signal: controller.signal });
      controller.signal.throwIfAborted();
      setSaving(true);
      await setAccount(await updateDetails.mutateAsync({ profileImage: url }));
      toast.success(SUCCESS.photoUploaded);
      onDone();
    } catch (error) {
      if (!isAborted(error)) {
        const message = toMessage(i18n, error);
        setProblem(message);
        toast.error(message);
      }
    }
    controllerRef.current = null;
    setProgress(null);
    setSaving(false);
  }

  return { progress, isSaving, problem, upload, cancel: () => controllerRef.current?.abort(), clearProblem: () => setProblem(null) };
}

function toMessage(i18n: I18n, error: unknown): string {
  const fallback = isCallError(error) ? SAVE_FAILED : UPLOAD_FAILED;
  return errorMessageWithReason(error, i18n._(fallback));
}
