import { Button, Textarea, TextInput } from '@mantine/core';
import { Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useContractForm } from '#client/lib/forms/use-contract-form.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ChoiceCards } from '#client/ui/choice-cards.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import { AUDIENCES, announcementDraft } from '#shared/contracts/announcements.ts';
import { SUCCESS } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { keepDraft, readDraft } from './announcement-draft.ts';
import classes from './announcement-form.module.css';
import { AnnouncementPreview } from './announcement-preview.tsx';
import { type AnnouncementDraft, AUDIENCE_NAMES, EMPTY_DRAFT, SENDING, toInput } from './announcement-words.ts';

const FAILED = 'Failed to send the announcement. Please try again.';
const CHOICES = AUDIENCES.map((value) => ({ value, label: AUDIENCE_NAMES[value] }));
const { title: MOST_IN_TITLE, message: MOST_IN_MESSAGE } = LIMITS.notification;

/** Writes an announcement, shows what it will look like, and asks before it goes out: it cannot be edited afterwards. */
export function AnnouncementForm() {
  const utils = trpc.useUtils();
  const [asked, setAsked] = useState<AnnouncementDraft | null>(null);
  const [kept] = useState(readDraft);
  const [failure, setFailure] = useState<string | null>(null);
  const { form, onSubmit } = useContractForm<AnnouncementDraft>({
    initialValues: kept,
    contract: () => announcementDraft,
    failed: FAILED,
    send: async (values) => setAsked(values),
  });
  const send = trpc.announcements.send.useMutation();
  const confirm = useOneAtATime(async () => {
    if (!asked) return;
    try {
      await send.mutateAsync(toInput(asked));
      toast.success(SUCCESS.announcementSent);
      form.setValues(EMPTY_DRAFT);
      setFailure(null);
    } catch (error) {
      setFailure(errorMessageWithReason(error, FAILED));
    }
    setAsked(null);
    await utils.announcements.invalidate();
  });
  const { values, errors } = form;
  useEffect(() => keepDraft(values), [values]);
  useCloseOnBack(asked !== null, () => {
    if (!send.isPending) setAsked(null);
  });

  return (
    <div className={classes.frame}>
      <form className={classes.form} noValidate onSubmit={onSubmit} aria-label="New announcement">
        <ChoiceCards
          legend="Who is told?"
          choices={CHOICES}
          value={values.audience}
          layout="compact"
          error={errors.audience}
          onChange={(audience) => form.setValue('audience', audience)}
        />
        <TextInput label="Title" required description={`At most ${MOST_IN_TITLE} characters`} {...form.textProps('title')} />
        <Textarea
          label="Message"
          required
          rows={4}
          description={`${values.message.trim().length} of ${MOST_IN_MESSAGE} characters`}
          value={values.message}
          error={errors.message}
          onChange={(event) => form.setValue('message', event.currentTarget.value)}
        />
        <div className={classes.action}>
          <TextInput label="Link (optional)" placeholder="Read more" {...form.textProps('actionLabel')} />
          <TextInput label="Address of the link" placeholder="/blogs" inputMode="url" {...form.textProps('actionUrl')} />
        </div>
        {failure && (
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        )}
        <Button type="submit" className={classes.send} leftSection={<Send size={18} aria-hidden="true" />}>
          Send announcement
        </Button>
      </form>
      <AnnouncementPreview draft={values} />
      <ConfirmDialog
        opened={asked !== null}
        type="info"
        title="Send this announcement?"
        message={`“${(asked ?? values).title.trim()}” cannot be edited afterwards. ${SENDING[(asked ?? values).audience]}`}
        confirmLabel="Send now"
        cancelLabel="Go back"
        isProcessing={send.isPending}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}
