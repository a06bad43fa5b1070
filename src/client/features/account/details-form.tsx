import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Draft, tabDraft } from '#client/lib/drafts/draft.ts';
import { flag, record, text } from '#client/lib/drafts/schema.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { DESCRIBED_FIELD_HEIGHT, FIELD_HEIGHT } from '#client/ui/field-height.ts';
import { toast } from '#client/ui/toasts.ts';
import type { Viewer } from '#shared/contracts/auth.ts';
import { SUCCESS, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { AccountForm, FormFooter, useAccountForm } from './account-form.tsx';
import { useSetAccount } from './use-set-account.ts';

type Details = { name: string; phone: string; isGuardian: boolean; childName: string };

const FIELDS = ['name', 'phone', 'isGuardian', 'childName'] as const satisfies (keyof Details)[];

const schema = () =>
  import('#shared/contracts/auth.ts').then(({ updateDetailsInput }) =>
    updateDetailsInput.loose().refine(({ isGuardian, childName = '' }) => isGuardian !== true || childName !== '', {
      path: ['childName'],
      error: VALIDATION.required,
      when: () => true,
    }),
  );

export type DetailsFormProps = { user: Viewer };

export function DetailsForm({ user }: DetailsFormProps) {
  const { t } = useLingui();
  const saved = toDetails(user);
  const base = useRef(saved);
  const [initialValues] = useState(() => detailsDraft(user).read() ?? saved);
  const trpc = useTRPC();
  const update = useMutation(trpc.auth.updateDetails.mutationOptions());
  const setAccount = useSetAccount();
  const form = useAccountForm<Details>({
    initialValues,
    schema,
    fallbackMessage: t`Failed to update profile. Please try again.`,
    onSubmit: async (typed) => {
      const input = toInput(typed, saved);
      const updated = Object.keys(input).length > 0 ? await update.mutateAsync(input) : user;
      base.current = toDetails(updated);
      setValues(rebase(getValues(), typed, base.current));
      await setAccount(updated);
      toast.success(SUCCESS.detailsSaved);
    },
  });
  const { values, getValues, setValues } = form;
  const isChanged = hasChanges(values, saved);

  // The details may change in another tab or with a photo: keep what is being typed.
  useEffect(() => {
    const next = toDetails(user);
    if (!hasChanges(next, base.current)) return;
    setValues(rebase(getValues(), base.current, next));
    base.current = next;
  }, [user, getValues, setValues]);

  useEffect(() => {
    const draft = detailsDraft(user);
    if (isChanged) draft.write(values);
    else draft.remove();
  }, [user, values, isChanged]);

  return (
    <AccountForm onSubmit={form.handleSubmit}>
      <TextInput mih={FIELD_HEIGHT} label={t`Full name`} autoComplete="name" {...form.getInputProps('name')} />
      <TextInput
        mih={user.role === 'tutor' ? DESCRIBED_FIELD_HEIGHT : FIELD_HEIGHT}
        label={t`Phone number (optional)`}
        description={user.role === 'tutor' ? t`Students see the number of your tutor profile, not this one.` : undefined}
        placeholder="0771234567"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        {...form.getInputProps('phone')}
      />
      {user.role === 'student' && (
        <>
          <Checkbox label={t`I am the parent or guardian of a student under 18`} {...form.getInputProps('isGuardian', { type: 'checkbox' })} />
          {values.isGuardian && (
            <TextInput
              mih={DESCRIBED_FIELD_HEIGHT}
              label={t`Child's first name`}
              description={t`Tutors see it on bookings you make from now on.`}
              autoComplete="off"
              maxLength={LIMITS.name.max}
              {...form.getInputProps('childName')}
            />
          )}
        </>
      )}
      <FormFooter error={form.formError} isSaved={form.isSubmitted && !isChanged}>
        <Button type="submit" loading={form.isSubmitting}>
          <Trans>Save</Trans>
        </Button>
        {isChanged && !form.isSubmitting && (
          <Button variant="subtle" onClick={() => setValues(saved)}>
            <Trans>Discard changes</Trans>
          </Button>
        )}
      </FormFooter>
    </AccountForm>
  );
}

function toDetails({ name, phone, childName }: Viewer): Details {
  return { name, phone, isGuardian: childName !== '', childName };
}

function findChanges(values: Details, saved: Details): Partial<Details> {
  return Object.fromEntries(FIELDS.filter((field) => values[field] !== saved[field]).map((field) => [field, values[field]]));
}

const hasChanges = (values: Details, saved: Details): boolean => Object.keys(findChanges(values, saved)).length > 0;

const rebase = (typed: Details, base: Details, saved: Details): Details => ({ ...saved, ...findChanges(typed, base) });

function toInput(typed: Details, saved: Details) {
  const { isGuardian, ...changes } = findChanges({ ...typed, childName: typed.isGuardian ? typed.childName : '' }, saved);
  return changes;
}

type StoredDetails = Partial<Details> & { userId: string };

/** Stores only the differences, because the rest may change elsewhere before the draft is read. */
function detailsDraft(user: Viewer): Draft<Details> {
  const saved = toDetails(user);
  const fields = { userId: text(), name: text(), phone: text(), isGuardian: flag(), childName: text() };
  const draft = tabDraft<StoredDetails>('details', record(fields, saved));
  return {
    read() {
      const { userId, ...typed } = draft.read() ?? { userId: '' };
      return userId === user.id ? { ...saved, ...typed } : null;
    },
    write: (typed) => draft.write({ userId: user.id, ...findChanges(typed, saved) }),
    remove: draft.remove,
  };
}
