import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Box, Button, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { BookOpenCheck, GraduationCap } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import type { AppForm } from '#client/lib/forms/use-app-form.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { FIELD_HEIGHT } from '#client/ui/field-height.ts';
import { AnchorLink } from '#client/ui/links.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Tile } from '#client/ui/tile.tsx';
import { SIGN_UP_ROLES } from '#shared/vocabulary/people.ts';
import { OrGoogle } from './google-button.tsx';
import type { GoogleSignUp } from './google-sign-up.ts';
import { NewPasswordField } from './new-password-field.tsx';
import classes from './register-steps.module.css';
import type { SignUpValues } from './sign-up.ts';

type StepProps = { form: AppForm<SignUpValues> };

export type BasicsStepProps = StepProps & { google: GoogleSignUp | null; onAbandonGoogle: () => void; onNext: () => void };

export function BasicsStep({ form, google, onAbandonGoogle, onNext }: BasicsStepProps) {
  const { t } = useLingui();
  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (google || (await form.validate())) onNext();
  }

  if (google) {
    return (
      <form noValidate onSubmit={(event) => void handleSubmit(event)}>
        <Notice tone="success" role="status" title={t`Google Account Connected`} mb="lg">
          <Stack gap={2} align="flex-start">
            <span>{google.name}</span>
            <span>{google.email}</span>
            <Anchor component="button" type="button" c="inherit" fw={600} mih={44} onClick={onAbandonGoogle}>
              <Trans>Use another account</Trans>
            </Anchor>
          </Stack>
        </Notice>
        <Button type="submit" size="lg" fullWidth>
          <Trans>Next Step</Trans>
        </Button>
      </form>
    );
  }
  return (
    <>
      <form noValidate onSubmit={(event) => void handleSubmit(event)}>
        <TextInput mih={FIELD_HEIGHT} label={t`Full name`} autoComplete="name" {...form.getInputProps('name')} />
        <TextInput mih={FIELD_HEIGHT} label={t`Email`} type="email" inputMode="email" autoComplete="email" {...form.getInputProps('email')} />
        <NewPasswordField mih={FIELD_HEIGHT} label={t`Password`} owner={form.values} {...form.getInputProps('password')} />
        <PasswordInput mih={FIELD_HEIGHT} label={t`Confirm password`} autoComplete="new-password" {...form.getInputProps('confirmPassword')} />
        <Button type="submit" size="lg" mt="md" fullWidth>
          <Trans>Next Step</Trans>
        </Button>
      </form>
      <OrGoogle />
    </>
  );
}

export type ChoiceStepProps = StepProps & { problem: string | null; onBack: () => void };

export function ChoiceStep({ form, problem, onBack }: ChoiceStepProps) {
  const { t } = useLingui();
  const problemId = useId();
  return (
    <form noValidate onSubmit={form.handleSubmit} aria-describedby={problem ? problemId : undefined}>
      <TextInput
        mih={FIELD_HEIGHT}
        label={t`Phone number (optional)`}
        placeholder="0771234567"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        {...form.getInputProps('phone')}
      />
      <RoleField form={form} />
      {form.values.role === 'student' && <GuardianFields form={form} />}
      <Checkbox
        label={
          <Trans>
            I agree to the{' '}
            <AnchorLink to="/terms" target="_blank">
              Terms of Service
            </AnchorLink>{' '}
            and{' '}
            <AnchorLink to="/privacy" target="_blank">
              Privacy Policy
            </AnchorLink>
          </Trans>
        }
        {...form.getInputProps('agreeToTerms', { type: 'checkbox' })}
      />
      {problem && (
        <Text id={problemId} c="red" size="sm">
          {problem}
        </Text>
      )}
      <Group gap="sm" mt="md" wrap="nowrap">
        <Button variant="default" size="lg" disabled={form.isSubmitting} onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button type="submit" size="lg" flex={1} loading={form.isSubmitting}>
          <Trans>Create Account</Trans>
        </Button>
      </Group>
    </form>
  );
}

/** The account of a student under 18 is held by a parent or guardian. */
function GuardianFields({ form }: StepProps) {
  const { t } = useLingui();
  return (
    <Box mb="xs" ps="md" style={{ borderInlineStart: '3px solid var(--vidya-border)' }}>
      <Checkbox label={t`I am the parent or guardian of a student under 18`} {...form.getInputProps('isGuardian', { type: 'checkbox' })} />
      {form.values.isGuardian && (
        <TextInput
          mih={FIELD_HEIGHT}
          label={t`Child's first name`}
          description={t`Tutors see it on your bookings.`}
          autoComplete="off"
          {...form.getInputProps('childName')}
        />
      )}
    </Box>
  );
}

const ROLE_CARDS = {
  student: { Icon: GraduationCap, title: msg`Student`, hint: msg`Looking for tutors` },
  tutor: { Icon: BookOpenCheck, title: msg`Tutor`, hint: msg`Offer tutoring` },
} as const;

function RoleField({ form }: StepProps) {
  const { i18n } = useLingui();
  const errorId = useId();
  const name = useId();
  const error = form.errors.role;

  return (
    <fieldset className={classes.roles} aria-describedby={error ? errorId : undefined} data-error={Boolean(error) || undefined}>
      <Box component="legend" mb={4}>
        <Trans>I want to join as</Trans>
      </Box>
      <SimpleGrid cols={2} spacing="sm">
        {SIGN_UP_ROLES.map((role) => {
          const { Icon, title, hint } = ROLE_CARDS[role];
          return (
            <Tile key={role} className={classes.card} name={name} {...form.getInputProps('role', { type: 'radio', value: role, withError: false })}>
              <Icon size={24} aria-hidden="true" />
              <Text component="strong" c="var(--mantine-color-text)" fw={700} mt={4}>
                {i18n._(title)}
              </Text>
              <Text span size="sm">
                {i18n._(hint)}
              </Text>
            </Tile>
          );
        })}
      </SimpleGrid>
      <Text id={errorId} c="red" size="sm" mih="1.5em" my={4}>
        {error}
      </Text>
    </fieldset>
  );
}
