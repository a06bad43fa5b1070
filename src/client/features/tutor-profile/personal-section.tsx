import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ChoiceCards } from '#client/ui/choice-cards.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { AnchorLink } from '#client/ui/links.tsx';
import { SITES, toSocialHref } from '#shared/domain/social-links.ts';
import { translated } from '#shared/domain/texts.ts';
import { VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import {
  CONTACT_EMAILS,
  type ContactEmailKind,
  GENDERS,
  MEDIUM_NAMES,
  SOCIAL_SITES,
  type SocialSite,
  TEACHING_MEDIUMS,
  type TeachingMedium,
} from '#shared/vocabulary/people.ts';
import { CheckChip, describeLength, Fields, WIDE } from './fields.tsx';
import type { SectionProps } from './profile-draft.ts';

export type PersonalSectionProps = SectionProps & { account: { name: string; email: string } };

export function PersonalSection({ account, draft, errors, change }: PersonalSectionProps) {
  const { t, i18n } = useLingui();
  return (
    <>
      <Paper mb="lg" px="md" py="0.875rem" radius="md" bg="var(--vidya-sunken)">
        <Facts>
          <Fact label={t`Name`} style={{ fontWeight: 600 }}>
            {account.name}
          </Fact>
          <Fact label={t`Email`} style={{ fontWeight: 600 }}>
            {account.email}
          </Fact>
        </Facts>
        <Text mt="sm" size="sm" c="dimmed">
          <Trans>
            These belong to your account. Change them on your <AnchorLink to="/account">account page</AnchorLink>.
          </Trans>
        </Text>
      </Paper>
      <Fields>
        <TextInput
          style={WIDE}
          label={t`Headline (optional)`}
          placeholder={t`A/L Physics in Sinhala and English, with past papers`}
          data-path="headline"
          value={draft.headline}
          error={errors.headline}
          {...describeLength(draft.headline, { hint: t`One line below your name, in search and on your profile.`, max: LIMITS.headline })}
          onChange={(event) => change({ headline: event.currentTarget.value })}
        />
        <TextInput
          label={t`Phone number`}
          description={t`Shown on your profile and on your students’ bookings.`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder="0771234567"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          data-path="phone"
          value={draft.phone}
          error={errors.phone}
          onChange={(event) => change({ phone: event.currentTarget.value })}
        />
        <ChoiceCards
          legend={t`Gender`}
          layout="compact"
          choices={GENDERS.map((gender) => ({ value: gender, label: translated(i18n, gender) }))}
          value={draft.gender}
          error={errors.gender}
          onChange={(gender) => change({ gender })}
        />
        <ContactEmail account={account} draft={draft} errors={errors} change={change} />
        <Mediums draft={draft} errors={errors} change={change} />
        <TextInput
          style={WIDE}
          label={t`Introduction on YouTube (optional)`}
          description={t`A video in which you introduce yourself. Visitors play it on your profile.`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder="https://youtu.be/…"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-path="introductionVideo"
          value={draft.introductionVideo}
          error={errors.introductionVideo}
          onChange={(event) => change({ introductionVideo: event.currentTarget.value })}
        />
        <SocialMedia draft={draft} errors={errors} change={change} />
      </Fields>
    </>
  );
}

const CONTACT_CHOICES = { 'sign-in': msg`My sign-in address`, other: msg`Another address`, none: msg`No address` } satisfies Record<
  ContactEmailKind,
  MessageDescriptor
>;

const CONTACT_NOTES = {
  'sign-in': (email) => msg`Anyone who opens your profile can read ${email}.`,
  other: (email) => msg`Anyone who opens your profile can see the address below. We still send our emails to ${email}.`,
  none: (email) => msg`Your profile does not show an email address. We still send our emails to ${email}.`,
} satisfies Record<ContactEmailKind, (email: string) => MessageDescriptor>;

function ContactEmail({ account, draft, errors, change }: PersonalSectionProps) {
  const { t, i18n } = useLingui();
  const { kind, address } = draft.contactEmail;
  return (
    <Stack gap={6} style={WIDE}>
      <ChoiceCards
        legend={t`Email address on your profile`}
        choices={CONTACT_EMAILS.map((value) => ({ value, label: i18n._(CONTACT_CHOICES[value]) }))}
        value={kind}
        onChange={(kind) => change({ contactEmail: { kind, address } })}
      />
      <Text size="sm" c="dimmed">
        {i18n._(CONTACT_NOTES[kind](account.email))}
      </Text>
      {kind === 'other' && (
        <TextInput
          mt={6}
          maw="26rem"
          label={t`Address to show`}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="lessons@example.com"
          data-path="contactEmail.address"
          value={address}
          error={errors['contactEmail.address'] ?? errors.contactEmail}
          onChange={(event) => change({ contactEmail: { kind, address: event.currentTarget.value } })}
        />
      )}
    </Stack>
  );
}

function Mediums({ draft, errors, change }: SectionProps) {
  const { i18n } = useLingui();
  const toggle = (toggled: TeachingMedium) =>
    change({ teachingMediums: TEACHING_MEDIUMS.filter((medium) => (medium === toggled) !== draft.teachingMediums.includes(medium)) });
  const isWrong = Object.keys(errors).some((path) => path.startsWith('teachingMediums'));

  return (
    <fieldset id="languages" style={WIDE} tabIndex={-1}>
      <legend>
        <Trans>Teaching languages</Trans>
      </legend>
      <Group gap="xs">
        {TEACHING_MEDIUMS.map((medium) => (
          <CheckChip
            key={medium}
            label={translated(i18n, MEDIUM_NAMES[medium])}
            checked={draft.teachingMediums.includes(medium)}
            onChange={() => toggle(medium)}
          />
        ))}
      </Group>
      {isWrong && (
        <Text mt={6} size="sm" c="red">
          {translated(i18n, VALIDATION.teachingMediums)}
        </Text>
      )}
    </fieldset>
  );
}

function SocialMedia({ draft, errors, change }: SectionProps) {
  return (
    <fieldset style={WIDE}>
      <legend>
        <Trans>Social media (optional)</Trans>
      </legend>
      <Text size="sm" c="dimmed">
        <Trans>Your username, or the address of your page.</Trans>
      </Text>
      <Fields mt={10}>
        {SOCIAL_SITES.map((site) => (
          <SocialField
            key={site}
            site={site}
            value={draft.socialMedia[site]}
            error={errors[`socialMedia.${site}`]}
            onChange={(value) => change({ socialMedia: { ...draft.socialMedia, [site]: value } })}
          />
        ))}
      </Fields>
    </fieldset>
  );
}

type SocialFieldProps = { site: SocialSite; value: string; error: string | undefined; onChange: (value: string) => void };

/** What leads nowhere can be saved, but no profile shows it: that is said once the field is left. */
function SocialField({ site, value, error, onChange }: SocialFieldProps) {
  const { t } = useLingui();
  const { name } = SITES[site];
  const [isTyping, setTyping] = useState(false);
  const isShown = isTyping || value.trim() === '' || toSocialHref(site, value) !== null;
  return (
    <TextInput
      label={name}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      data-path={`socialMedia.${site}`}
      value={value}
      error={error}
      description={isShown ? undefined : t`Your profile does not show this. Write your username, or the address of your page on ${name}.`}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
