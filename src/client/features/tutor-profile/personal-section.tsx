import { TextInput } from '@mantine/core';
import { AnchorLink } from '#client/ui/links.tsx';
import { VALIDATION } from '#shared/messages.ts';
import {
  CONTACT_EMAILS,
  type ContactEmailKind,
  GENDERS,
  SOCIAL_SITES,
  type SocialSite,
  TEACHING_MEDIUMS,
  type TeachingMedium,
} from '#shared/vocabulary/people.ts';
import classes from './fields.module.css';
import type { SectionProps } from './profile-draft.ts';

const MEDIUMS = { english: 'English', sinhala: 'Sinhala', tamil: 'Tamil' } as const satisfies Record<TeachingMedium, string>;
const SITES = { instagram: 'Instagram', youtube: 'YouTube', facebook: 'Facebook', linkedin: 'LinkedIn' } as const satisfies Record<
  SocialSite,
  string
>;

export type PersonalSectionProps = SectionProps & { account: { name: string; email: string } };

export function PersonalSection({ account, draft, errors, change }: PersonalSectionProps) {
  return (
    <>
      <div className={classes.account}>
        <dl className={classes.facts}>
          <div>
            <dt>Name</dt>
            <dd>{account.name}</dd>
          </div>
          <div>
            <dt>Email</dt>
            <dd>{account.email}</dd>
          </div>
        </dl>
        <p>
          Both belong to your account. You can change them on your <AnchorLink to="/account">account page</AnchorLink>.
        </p>
      </div>
      <div className={classes.grid}>
        <TextInput
          label="Phone number"
          description="Shown on your profile, and to students on their bookings with you."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder="0771234567"
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          data-path="phone"
          value={draft.phone}
          error={errors.phone}
          onChange={(event) => change({ phone: event.currentTarget.value })}
        />
        <fieldset className={classes.group}>
          <legend>Gender</legend>
          <div className={classes.options}>
            {GENDERS.map((gender) => (
              <label key={gender}>
                <input type="radio" name="gender" checked={draft.gender === gender} onChange={() => change({ gender })} />
                {gender}
              </label>
            ))}
          </div>
          {errors.gender && <p className={classes.error}>{errors.gender}</p>}
        </fieldset>
        <ContactEmail account={account} draft={draft} errors={errors} change={change} />
        <Mediums draft={draft} errors={errors} change={change} />
        <Handles draft={draft} errors={errors} change={change} />
      </div>
    </>
  );
}

/** Mail from this site goes to the account's address, whatever is chosen. */
function ContactEmail({ account, draft, errors, change }: PersonalSectionProps) {
  const { kind, address } = draft.contactEmail;
  const choices = { 'sign-in': 'My sign-in address', other: 'Another address', none: 'No address' } as const satisfies Record<
    ContactEmailKind,
    string
  >;
  const error = errors['contactEmail.address'] ?? errors.contactEmail;

  return (
    <fieldset className={`${classes.group} ${classes.wide}`}>
      <legend>Email address on your profile</legend>
      <div className={classes.options}>
        {CONTACT_EMAILS.map((choice) => (
          <label key={choice}>
            <input type="radio" name="contact-email" checked={kind === choice} onChange={() => change({ contactEmail: { kind: choice, address } })} />
            {choices[choice]}
          </label>
        ))}
      </div>
      <p className={classes.note}>{NOTES[kind](account.email)}</p>
      {kind === 'other' && (
        <TextInput
          className={classes.after}
          label="Address to show"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="lessons@example.com"
          data-path="contactEmail.address"
          value={address}
          error={error}
          onChange={(event) => change({ contactEmail: { kind, address: event.currentTarget.value } })}
        />
      )}
    </fieldset>
  );
}

const NOTES = {
  'sign-in': (email) => `Anyone who opens your profile can read ${email}.`,
  other: (email) => `Anyone who opens your profile can read the address below. Our mails still go to ${email}.`,
  none: (email) => `Your profile shows no email address. Our mails still go to ${email}.`,
} as const satisfies Record<ContactEmailKind, (email: string) => string>;

function Mediums({ draft, errors, change }: SectionProps) {
  const toggle = (medium: TeachingMedium) =>
    change({ teachingMediums: TEACHING_MEDIUMS.filter((one) => (one === medium) !== draft.teachingMediums.includes(one)) });
  const isWrong = Object.keys(errors).some((path) => path.startsWith('teachingMediums'));

  return (
    <fieldset id="languages" className={`${classes.group} ${classes.wide}`} tabIndex={-1}>
      <legend>Teaching languages</legend>
      <div className={classes.options}>
        {TEACHING_MEDIUMS.map((medium) => (
          <label key={medium}>
            <input type="checkbox" checked={draft.teachingMediums.includes(medium)} onChange={() => toggle(medium)} />
            {MEDIUMS[medium]}
          </label>
        ))}
      </div>
      {isWrong && <p className={classes.error}>{VALIDATION.teachingMediums}</p>}
    </fieldset>
  );
}

function Handles({ draft, errors, change }: SectionProps) {
  return (
    <fieldset className={`${classes.group} ${classes.wide}`}>
      <legend>Social media (optional)</legend>
      <p className={classes.note}>Your name there, or the address of your page.</p>
      <div className={classes.grid}>
        {SOCIAL_SITES.map((site) => (
          <TextInput
            key={site}
            label={SITES[site]}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-path={`socialMedia.${site}`}
            value={draft.socialMedia[site]}
            error={errors[`socialMedia.${site}`]}
            onChange={(event) => change({ socialMedia: { ...draft.socialMedia, [site]: event.currentTarget.value } })}
          />
        ))}
      </div>
    </fieldset>
  );
}
