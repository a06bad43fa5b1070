import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Input, Stack, Text } from '@mantine/core';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useBusy } from '#client/lib/forms/use-one-at-a-time.ts';
import { fitImage } from '#client/lib/images/fit-image.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { uploadPhoto } from '#client/lib/rpc/upload.ts';
import { PHOTO_TYPES, photoProblem } from '#shared/domain/image-rules.ts';
import { translated } from '#shared/domain/texts.ts';
import { ERRORS } from '#shared/errors.ts';

export type CoverFieldProps = { image: string; error: string | undefined; onChange: (image: string) => void };

export function CoverField({ image, error, onChange }: CoverFieldProps) {
  const { t, i18n } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const { isBusy: isUploading, run: upload } = useBusy(async (file: File | undefined) => {
    if (!file) return;
    const fitted = await fitImage(file);
    const code = photoProblem(fitted);
    setProblem(code && translated(i18n, ERRORS[code].message));
    if (code) return;
    try {
      onChange(new URL(await uploadPhoto(fitted), window.location.origin).pathname);
    } catch (uploadError) {
      setProblem(errorMessageWithReason(uploadError, t`Failed to upload profile photo`));
    }
  });

  return (
    <Stack gap="xs">
      <Input.Label labelElement="div" size="md" id="cover-name">
        <Trans>Cover image</Trans>
      </Input.Label>
      {image && (
        <Box
          component="img"
          src={image}
          alt={t`The cover of this post`}
          w="100%"
          mah="16rem"
          bdrs="md"
          bg="var(--vidya-sunken)"
          style={{ objectFit: 'cover' }}
        />
      )}
      <Group gap="xs">
        <input
          ref={input}
          hidden
          type="file"
          accept={PHOTO_TYPES.join(',')}
          aria-labelledby="cover-name"
          onChange={(event) => {
            void upload(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <Button
          variant="default"
          leftSection={<ImagePlus size={18} aria-hidden="true" />}
          loading={isUploading}
          data-field="featuredImage"
          onClick={() => input.current?.click()}
        >
          {image ? <Trans>Change cover image</Trans> : <Trans>Add a cover image</Trans>}
        </Button>
        {image && (
          <Button variant="default" leftSection={<Trash2 size={18} aria-hidden="true" />} onClick={() => onChange('')}>
            <Trans>Remove cover image</Trans>
          </Button>
        )}
      </Group>
      {(problem ?? error) && (
        <Text c="red" role="alert">
          {problem ?? error}
        </Text>
      )}
    </Stack>
  );
}
