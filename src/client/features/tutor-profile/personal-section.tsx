import { TextInput } from '@mantine/core';
import { AnchorLink } from '#client/ui/links.tsx';
import { VALIDATION } from '#shared/messages.ts';
import { GENDERS, SOCIAL_SITES, type SocialSite, TEACHING_MEDIUMS, type TeachingMedium } from '#shared/vocabulary/people.ts';
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
          description="Students see it on their bookings with you."
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
        <Mediums draft={draft} errors={errors} change={change} />
        <Handles draft={draft} errors={errors} change={change} />
      </div>
    </>
  );
}

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
