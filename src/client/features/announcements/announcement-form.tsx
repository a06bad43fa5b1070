import { Box, Button, Card, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Info, Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { tabDraft } from '#client/lib/drafts/draft.ts';
import { oneOf, record, text } from '#client/lib/drafts/schema.ts';
import { type AppForm, useAppForm } from '#client/lib/forms/use-app-form.ts';
import { newId } from '#client/lib/new-id.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ChoiceCards } from '#client/ui/choice-cards.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { AUDIENCES, type Audience, announcementDraft, type SendAnnouncementInput } from '#shared/contracts/announcements.ts';
import { withScheme } from '#shared/domain/typed-link.ts';
import { SUCCESS } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { TRANSLATED_LOCALES, type TranslatedLocale } from '#shared/vocabulary/locales.ts';
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

const draftSchema = record({
  audience: oneOf(AUDIENCES, 'everyone'),
  ...{ title: text(), message: text(), actionLabel: text(), actionUrl: text() },
  ...{ titleSi: text(), messageSi: text(), labelSi: text() },
  ...{ titleTa: text(), messageTa: text(), labelTa: text() },
});
const draft = tabDraft('announcement', draftSchema);
/** The last attempt to send one, whose answer may have been lost. */
const attemptDraft = tabDraft('announcement attempt', record({ key: text(), text: text() }));

type Values = typeof draftSchema.defaultValue;

const EMPTY: Values = draftSchema.defaultValue;

/** The fields of each language that an admin may add. */
const TRANSLATIONS = {
  si: { name: 'Sinhala', title: 'titleSi', message: 'messageSi', label: 'labelSi' },
  ta: { name: 'Tamil', title: 'titleTa', message: 'messageTa', label: 'labelTa' },
} as const satisfies Record<TranslatedLocale, Record<'name' | 'title' | 'message' | 'label', string>>;

type Written = { title: string; message: string; actionLabel: string };

function toText(values: Values, locale: TranslatedLocale): Written | undefined {
  const { title, message, label } = TRANSLATIONS[locale];
  const written = { title: values[title].trim(), message: values[message].trim(), actionLabel: values[label].trim() };
  return written.title === '' && written.message === '' ? undefined : written;
}

/** The key of the last attempt where that sent the same: it may have reached the server. */
function keyOf(input: SendAnnouncementInput): string {
  const content = JSON.stringify(input);
  const last = attemptDraft.read();
  if (last?.text === content) return last.key;
  const key = newId();
  attemptDraft.write({ key, text: content });
  return key;
}

const hasLink = ({ actionLabel }: Values): boolean => actionLabel.trim() !== '';

/** Without the text of a link, its translations have no field. */
function toChecked(values: Values): Values {
  return { ...values, actionUrl: withScheme(values.actionUrl), ...(!hasLink(values) && { labelSi: '', labelTa: '' }) };
}

function toInput(values: Values): SendAnnouncementInput {
  const { audience, title, message, actionLabel } = values;
  const url = withScheme(values.actionUrl);
  const action = url === '' ? null : { label: actionLabel.trim(), url };
  const checked = toChecked(values);
  const translations = { si: toText(checked, 'si'), ta: toText(checked, 'ta') };
  return { audience, title: title.trim(), message: message.trim(), action, translations };
}

/** What readers of the languages get that nothing was written in. */
function formatLanguages(values: Values): string {
  const names = TRANSLATED_LOCALES.filter((locale) => !toText(values, locale)).map((locale) => TRANSLATIONS[locale].name);
  return names.length === 0 ? '' : ` People who read ${names.join(' or ')} see it in English.`;
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
    toInput: toChecked,
    fallbackMessage: 'Failed to send the announcement. Please try again.',
    draft,
    async onSubmit(values) {
      const input = toInput(values);
      const attempt = () => send.mutateAsync({ ...input, idempotencyKey: keyOf(input) });
      const { withdrawnAt } = await attempt();
      attemptDraft.remove();
      if (withdrawnAt) {
        // The last attempt had reached the server, and what it sent was withdrawn since.
        await attempt();
        attemptDraft.remove();
      }
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
          <Translations form={form} />
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
        message={`“${values.title.trim()}” cannot be edited afterwards. ${CONFIRMATIONS[values.audience]}${formatLanguages(values)}`}
        confirmLabel="Send now"
        cancelLabel="Go back"
        isProcessing={form.isSubmitting}
        onConfirm={() => void form.submit()}
        onClose={() => setConfirming(false)}
      />
    </Card>
  );
}

type TranslationsProps = { form: Pick<AppForm<Values>, 'values' | 'getInputProps'> };

function Translations({ form: { values, getInputProps } }: TranslationsProps) {
  return (
    <fieldset>
      <Text component="legend" fw={600}>
        In other languages (optional)
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        Where nothing is written, people read the English text.
      </Text>
      <SimpleGrid minColWidth="min(15rem, 100%)" autoFlow="auto-fit">
        {TRANSLATED_LOCALES.map((locale) => {
          const { name, title, message, label } = TRANSLATIONS[locale];
          return (
            <Stack key={locale} gap="sm">
              <TextInput label={`Title in ${name}`} lang={locale} {...getInputProps(title)} />
              <Textarea label={`Message in ${name}`} lang={locale} rows={4} {...getInputProps(message)} />
              {hasLink(values) && <TextInput label={`Text of the link in ${name}`} lang={locale} {...getInputProps(label)} />}
            </Stack>
          );
        })}
      </SimpleGrid>
    </fieldset>
  );
}

function Preview({ values }: { values: Values }) {
  const { title, message, actionLabel } = values;
  const hasAddress = values.actionUrl.trim() !== '';
  return (
    <section aria-label="Preview">
      <Text component="h2" size="sm" fw={600} lh={1.5} c="dimmed" mb="xs">
        Preview
      </Text>
      <Stack gap="sm">
        <PreviewCard text={{ title: title.trim(), message: message.trim(), actionLabel: actionLabel.trim() }} hasLink={hasAddress} />
        {TRANSLATED_LOCALES.map((locale) => {
          const written = toText(values, locale);
          if (!written) return null;
          return (
            <div key={locale} lang={locale}>
              <PreviewCard text={{ ...written, actionLabel: written.actionLabel || actionLabel.trim() }} hasLink={hasAddress} />
            </div>
          );
        })}
      </Stack>
    </section>
  );
}

function PreviewCard({ text: { title, message, actionLabel }, hasLink }: { text: Written; hasLink: boolean }) {
  return (
    <Card radius="md" shadow="md" p="md" maw="25rem">
      <Group gap="sm" align="start" wrap="nowrap">
        <Info size={20} color="var(--mantine-color-blue-text)" style={{ marginTop: 2 }} aria-hidden="true" />
        <Box miw={0}>
          <Text fw={600} {...(title === '' && { c: 'dimmed' })}>
            {title || 'Title'}
          </Text>
          <Text style={{ whiteSpace: 'pre-line' }} {...(message === '' && { c: 'dimmed' })}>
            {message || 'Message'}
          </Text>
          {actionLabel !== '' && hasLink && (
            <Text span display="inline-block" mt={6} fw={600} c="var(--mantine-color-anchor)" td="underline">
              {actionLabel}
            </Text>
          )}
        </Box>
      </Group>
    </Card>
  );
}
