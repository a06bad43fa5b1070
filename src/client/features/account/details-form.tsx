import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { PickContract } from '#client/lib/forms/form-contracts.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { Viewer } from '#shared/contracts/auth.ts';
import { SUCCESS, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import classes from './account-form.module.css';
import { FormFooter, useAccountForm } from './account-form.tsx';
import { changesOf, type Details, detailsOf, forgetDraft, isSame, keepDraft, readDraft, rebased } from './details-draft.ts';
import { useSetAccount } from './use-set-account.ts';

const FAILED = 'Failed to update profile. Please try again.';

const contract: PickContract = ({ updateDetailsInput }) =>
  updateDetailsInput.loose().refine(({ isGuardian, childName = '' }) => isGuardian !== true || childName !== '', {
    path: ['childName'],
    error: VALIDATION.required,
    when: () => true,
  });

export type DetailsFormProps = { user: Viewer };

export function DetailsForm({ user }: DetailsFormProps) {
  const stored = detailsOf(user);
  const before = useRef(stored);
  const seen = useRef(user);
  const [initialValues] = useState(() => readDraft(user.id, stored));
  const update = trpc.auth.updateDetails.useMutation();
  const setAccount = useSetAccount();
  const { form, onSubmit, isBusy, isSent, problem } = useAccountForm<Details>({
    initialValues,
    contract,
    failed: FAILED,
    send: async (typed) => {
      const changes = changesOf(typed, stored);
      const saved = Object.keys(changes).length > 0 ? await update.mutateAsync(changes) : user;
      before.current = detailsOf(saved);
      form.setValues(rebased(form.getValues(), typed, before.current));
      setAccount(saved);
      toast.success(SUCCESS.detailsSaved);
    },
  });
  const typed = form.values;
  const isChanged = !isSame(typed, stored);

  useEffect(() => {
    if (isChanged) keepDraft(user.id, typed, detailsOf(user));
    else forgetDraft();
  }, [isChanged, typed, user]);

  // Changed in another tab, or by a photo: what is being typed here stays.
  useEffect(() => {
    if (seen.current === user) return;
    seen.current = user;
    if (isSame(before.current, stored)) return;
    form.setValues(rebased(form.getValues(), before.current, stored));
    before.current = stored;
  });

  return (
    <form noValidate className={classes.form} onSubmit={onSubmit}>
      <TextInput className={classes.field} label="Full name" autoComplete="name" {...form.textProps('name')} />
      <TextInput
        className={user.role === 'tutor' ? classes.described : classes.field}
        label="Phone number (optional)"
        description={user.role === 'tutor' ? 'Students see the number of your tutor profile, not this one.' : undefined}
        placeholder="0771234567"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        {...form.textProps('phone')}
      />
      {user.role === 'student' && (
        <>
          <Checkbox label="I am the parent or guardian of a student under 18" {...form.boxProps('isGuardian')} />
          {typed.isGuardian && (
            <TextInput
              className={classes.described}
              label="Child's first name"
              description="Tutors see it on bookings that you make from now on."
              autoComplete="off"
              maxLength={LIMITS.name.max}
              {...form.textProps('childName')}
            />
          )}
        </>
      )}
      <FormFooter problem={problem} isSaved={isSent && !isChanged}>
        <Button type="submit" loading={isBusy}>
          Save
        </Button>
        {isChanged && !isBusy && (
          <Button variant="subtle" onClick={() => form.setValues(stored)}>
            Discard changes
          </Button>
        )}
      </FormFooter>
    </form>
  );
}
