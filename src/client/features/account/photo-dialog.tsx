import { Button } from '@mantine/core';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { Dialog } from '#client/ui/dialog.tsx';
import { type Area, squareOf } from './photo-crop.ts';
import classes from './photo-dialog.module.css';
import { usePhotoUpload } from './use-photo-upload.ts';

const MOST_ZOOM = 4;
const START = { x: 0, y: 0 };

type Shown = { file: File; index: number };

export type PhotoDialogProps = {
  file: File | null;
  /** Whatever the file is called, it is no image. */
  onBroken: () => void;
  onClose: () => void;
};

/** The photo that was chosen, cut to a square and uploaded. */
export function PhotoDialog({ file, onBroken, onClose }: PhotoDialogProps) {
  const { progress, isSaving, problem, upload, cancel, forget } = usePhotoUpload(onClose);
  const [shown, setShown] = useState<Shown | null>(null);
  const [area, setArea] = useState<Area | null>(null);
  // It stays in sight while the dialog leaves.
  if (file && file !== shown?.file) {
    setShown({ file, index: (shown?.index ?? 0) + 1 });
    setArea(null);
    forget();
  }
  const image = useRef<HTMLImageElement | null>(null);
  const isBusy = progress !== null;

  const save = () => {
    const drawing = image.current;
    if (shown && area && drawing) void upload(() => squareOf({ image: drawing, area, type: shown.file.type }));
  };

  return (
    <Dialog
      opened={file !== null}
      title="Choose the part to show"
      isBusy={isBusy}
      onClose={onClose}
      footer={
        <>
          {progress !== null && <Progress share={progress} isSaving={isSaving} />}
          {problem && !isBusy && (
            <p className={classes.problem} role="alert">
              {problem}
            </p>
          )}
          <Button variant="default" disabled={isSaving} onClick={isBusy ? cancel : onClose}>
            Cancel
          </Button>
          <Button disabled={area === null} loading={isBusy} onClick={save}>
            Save photo
          </Button>
        </>
      }
    >
      {shown && <Cutting key={shown.index} file={shown.file} onArea={setArea} onImage={(element) => (image.current = element)} onBroken={onBroken} />}
    </Dialog>
  );
}

function Progress({ share, isSaving }: { share: number; isSaving: boolean }) {
  return (
    <label className={classes.progress}>
      {isSaving ? 'Saving the photo…' : 'Uploading the photo…'}
      <progress value={isSaving ? undefined : share} max={1} />
    </label>
  );
}

type CuttingProps = { file: File; onArea: (area: Area) => void; onImage: (element: HTMLImageElement | null) => void; onBroken: () => void };

function Cutting({ file, onArea, onImage, onBroken }: CuttingProps) {
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
            maxZoom={MOST_ZOOM}
            aspect={1}
            objectFit="cover"
            showGrid={false}
            keyboardStep={8}
            mediaProps={{ onError: onBroken }}
            cropperProps={{ role: 'application', 'aria-label': 'Part of the photo', 'aria-describedby': hintId }}
            classes={{ cropAreaClassName: classes.area }}
            setImageRef={({ current }) => onImage(current)}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => onArea(pixels)}
          />
        )}
      </div>
      <label className={classes.zoom} htmlFor={zoomId}>
        <span className={classes.label}>Zoom</span>
        <ZoomOut size={18} aria-hidden="true" />
        <input
          id={zoomId}
          type="range"
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={zoom}
          aria-valuetext={`${Math.round(zoom * 100)}%`}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
        <ZoomIn size={18} aria-hidden="true" />
      </label>
      <p id={hintId} className={classes.hint}>
        Drag the photo.<span className={classes.keys}> You can also move it with the arrow keys.</span>
      </p>
    </>
  );
}

function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
