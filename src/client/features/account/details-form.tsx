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
import { changesOf, type Details, detailsOf, forgetDraft, isSame, keepDraft, readDraft, rebased } from './details-draft.ts';
import { FormFoot } from './form-foot.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useAccountKept } from './use-own-account.ts';

const FAILED = 'Failed to update profile. Please try again.';

/** A guardian names the child. */
const contract: PickContract = ({ updateDetailsInput }) =>
  updateDetailsInput.loose().refine(({ isGuardian, childName = '' }) => isGuardian !== true || childName !== '', {
    path: ['childName'],
    error: VALIDATION.required,
    when: () => true,
  });

export type DetailsFormProps = { me: Viewer };

export function DetailsForm({ me }: DetailsFormProps) {
  const stored = detailsOf(me);
  const before = useRef(stored);
  const seen = useRef(me);
  const [initialValues] = useState(() => readDraft(me.id, stored));
  const update = trpc.auth.updateDetails.useMutation();
  const keep = useAccountKept();
  const { form, onSubmit, isBusy, isSent, problem } = useAccountForm<Details>({
    initialValues,
    contract,
    failed: FAILED,
    send: async (typed) => {
      const changes = changesOf(typed, stored);
      const saved = Object.keys(changes).length > 0 ? await update.mutateAsync(changes) : me;
      before.current = detailsOf(saved);
      form.setValues(rebased(form.getValues(), typed, before.current));
      keep(saved);
      toast.success(SUCCESS.detailsSaved);
    },
  });
  const typed = form.values;
  const isChanged = !isSame(typed, stored);

  useEffect(() => {
    if (isChanged) keepDraft(me.id, typed, detailsOf(me));
    else forgetDraft();
  }, [isChanged, typed, me]);

  // Changed in another tab, or by a photo: what is being typed here stays.
  useEffect(() => {
    if (seen.current === me) return;
    seen.current = me;
    if (isSame(before.current, stored)) return;
    form.setValues(rebased(form.getValues(), before.current, stored));
    before.current = stored;
  });

  return (
    <form noValidate className={classes.form} onSubmit={onSubmit}>
      <TextInput className={classes.field} label="Full name" autoComplete="name" {...form.textProps('name')} />
      <TextInput
        className={me.role === 'tutor' ? classes.described : classes.field}
        label="Phone number (optional)"
        description={me.role === 'tutor' ? 'Students see the number of your tutor profile, not this one.' : undefined}
        placeholder="0771234567"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        {...form.textProps('phone')}
      />
      {me.role === 'student' && (
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
      <FormFoot problem={problem} isSaved={isSent && !isChanged}>
        <Button type="submit" loading={isBusy}>
          Save
        </Button>
        {isChanged && !isBusy && (
          <Button variant="subtle" onClick={() => form.setValues(stored)}>
            Discard changes
          </Button>
        )}
      </FormFoot>
    </form>
  );
}
