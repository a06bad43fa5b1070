import { Box, Button, Card, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Info, Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { tabDraft } from '#client/lib/drafts/draft.ts';
import { oneOf, record, text } from '#client/lib/drafts/schema.ts';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ChoiceCards } from '#client/ui/choice-cards.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { AUDIENCES, type Audience, announcementDraft, type SendAnnouncementInput } from '#shared/contracts/announcements.ts';
import { SUCCESS } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import classes from './announcement-form.module.css';

export const AUDIENCE_LABELS: Readonly<Record<Audience, string>> = {
  everyone: 'Everyone',
  student: 'Students',
  tutor: 'Tutors',
  admin: 'Admins',
};

const CONFIRMATIONS: Readonly<Record<Audience, string>> = {
  everyone: 'Everyone who is signed in gets it now. Others see it if they sign in within a week.',
  student: 'Students who are signed in get it now. Others see it if they sign in within a week.',
  tutor: 'Tutors who are signed in get it now. Others see it if they sign in within a week.',
  admin: 'Admins who are signed in get it now. Others see it if they sign in within a week.',
};

const CHOICES = AUDIENCES.map((value) => ({ value, label: AUDIENCE_LABELS[value] }));
const { title: MAX_TITLE, message: MAX_MESSAGE } = LIMITS.notification;

type Values = { audience: Audience; title: string; message: string; actionLabel: string; actionUrl: string };

const EMPTY: Values = { audience: 'everyone', title: '', message: '', actionLabel: '', actionUrl: '' };

const draft = tabDraft(
  'announcement',
  record({ audience: oneOf(AUDIENCES, EMPTY.audience), title: text(), message: text(), actionLabel: text(), actionUrl: text() }),
);

function toInput({ audience, title, message, actionLabel, actionUrl }: Values): SendAnnouncementInput {
  const action = actionUrl.trim() === '' ? null : { label: actionLabel.trim(), url: actionUrl.trim() };
  return { audience, title: title.trim(), message: message.trim(), action };
}

/** Asks before it sends: an announcement cannot be edited afterwards. */
export function AnnouncementForm() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const send = useMutation(
    trpc.announcements.send.mutationOptions({ onSettled: () => void queryClient.invalidateQueries(trpc.announcements.pathFilter()) }),
  );
  const form = useAppForm<Values>({
    initialValues: EMPTY,
    schema: announcementDraft,
    fallbackMessage: 'Failed to send the announcement. Please try again.',
    draft,
    async onSubmit(values) {
      await send.mutateAsync(toInput(values));
      toast.success(SUCCESS.announcementSent);
      form.setValues(EMPTY);
      setConfirming(false);
    },
    onError: () => setConfirming(false),
  });
  const { values } = form;
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (await form.validate()) setConfirming(true);
  };

  return (
    <Card className={classes.columns}>
      <form noValidate onSubmit={confirm} aria-label="New announcement">
        <Stack>
          <ChoiceCards
            legend="Send to"
            choices={CHOICES}
            value={values.audience}
            layout="compact"
            error={form.errors.audience}
            onChange={(audience) => form.setFieldValue('audience', audience)}
          />
          <TextInput label="Title" required description={`At most ${MAX_TITLE} characters`} {...form.getInputProps('title')} />
          <Textarea
            label="Message"
            required
            rows={4}
            description={`${values.message.trim().length} of ${MAX_MESSAGE} characters`}
            {...form.getInputProps('message')}
          />
          <SimpleGrid minColWidth="min(12rem, 100%)" autoFlow="auto-fit">
            <TextInput label="Text of the link (optional)" placeholder="Read more" {...form.getInputProps('actionLabel')} />
            <TextInput label="Address of the link" placeholder="/blogs" inputMode="url" {...form.getInputProps('actionUrl')} />
          </SimpleGrid>
          {form.formError && (
            <Text c="red" role="alert">
              {form.formError}
            </Text>
          )}
          <Button type="submit" style={{ alignSelf: 'start' }} leftSection={<Send size={18} aria-hidden="true" />}>
            Send announcement
          </Button>
        </Stack>
      </form>
      <Preview values={values} />
      <ConfirmDialog
        opened={isConfirming}
        type="info"
        title="Send this announcement?"
        message={`“${values.title.trim()}” cannot be edited afterwards. ${CONFIRMATIONS[values.audience]}`}
        confirmLabel="Send now"
        cancelLabel="Go back"
        isProcessing={form.isSubmitting}
        onConfirm={() => void form.submit()}
        onClose={() => setConfirming(false)}
      />
    </Card>
  );
}

function Preview({ values: { title, message, actionLabel, actionUrl } }: { values: Values }) {
  return (
    <section aria-label="Preview">
      <Text component="h2" size="sm" fw={600} lh={1.5} c="dimmed" mb="xs">
        Preview
      </Text>
      <Card radius="md" shadow="md" p="md" maw="25rem">
        <Group gap="sm" align="start" wrap="nowrap">
          <Info size={20} color="var(--mantine-color-blue-text)" style={{ marginTop: 2 }} aria-hidden="true" />
          <Box miw={0}>
            <Text fw={600} {...(title.trim() === '' && { c: 'dimmed' })}>
              {title.trim() || 'Title'}
            </Text>
            <Text style={{ whiteSpace: 'pre-line' }} {...(message.trim() === '' && { c: 'dimmed' })}>
              {message.trim() || 'Message'}
            </Text>
            {actionLabel.trim() !== '' && actionUrl.trim() !== '' && (
              <Text span display="inline-block" mt={6} fw={600} c="var(--mantine-color-anchor)" td="underline">
                {actionLabel.trim()}
              </Text>
            )}
          </Box>
        </Group>
      </Card>
    </section>
  );
}
