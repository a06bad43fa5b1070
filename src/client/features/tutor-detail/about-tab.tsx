import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { detectLang } from '#client/ui/detect-lang.ts';
import { lazyPart, WhenNear } from '#client/ui/lazy-part.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { SITES, toSocialHref } from '#shared/domain/social-links.ts';
import { translated } from '#shared/domain/texts.ts';
import { MEDIUM_NAMES, SOCIAL_SITES, type SocialSite } from '#shared/vocabulary/people.ts';
import { Chips } from './profile-header.tsx';

const IntroductionVideo = lazyPart(() => import('./introduction-video.tsx').then((module) => module.IntroductionVideo));
/** As tall as the video with the sentence below it. */
const VIDEO_ROOM = <Box maw="42rem" mb="1.75rem" style={{ aspectRatio: '16 / 9' }} />;

export type AboutTabProps = { tutor: TutorProfileView };

export function AboutTab({ tutor }: AboutTabProps) {
  const { t, i18n } = useLingui();
  const links = listSocialLinks(tutor.socialMedia);
  const { name } = tutor.user;
  return (
    <Stack gap="1.75rem">
      <Section title={t`About ${name}`}>
        <Text fz="1.0625rem" lh={1.7} maw="42rem" lang={detectLang(tutor.bio)} style={{ whiteSpace: 'pre-line' }}>
          {tutor.bio || t`This tutor has not added a description yet.`}
        </Text>
      </Section>
      {tutor.introductionVideo && (
        <Section title={t`Introduction`}>
          <WhenNear fallback={VIDEO_ROOM}>
            <IntroductionVideo video={tutor.introductionVideo} user={tutor.user} fallback={VIDEO_ROOM} />
          </WhenNear>
        </Section>
      )}
      <Section title={t`Teaching languages`}>
        {tutor.teachingMediums.length === 0 ? (
          <Text c="dimmed">
            <Trans>Not provided</Trans>
          </Text>
        ) : (
          <Chips names={tutor.teachingMediums.map((medium) => translated(i18n, MEDIUM_NAMES[medium]))} />
        )}
      </Section>
      <Section title={t`Locations`}>
        <Text lang={detectLang(tutor.availableLocations)}>{tutor.availableLocations || t`Location not specified`}</Text>
      </Section>
      {links.length > 0 && (
        <Section title={t`Elsewhere`}>
          <Group component="ul" gap="0 1.5rem">
            {links.map(({ site, label, href }) => (
              <li key={site}>
                <Anchor href={href} target="_blank" rel="noopener noreferrer nofollow" underline="never">
                  <Group component="span" display="inline-flex" gap={6} mih="2.75rem">
                    <Text span inherit td="underline">
                      {label}
                    </Text>
                    <ExternalLink size={16} aria-label={t`opens in a new tab`} />
                  </Group>
                </Anchor>
              </li>
            ))}
          </Group>
        </Section>
      )}
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} fz="1.25rem" lh={1.3} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

export type SocialLink = { site: SocialSite; label: string; href: string };

export function listSocialLinks(handles: TutorProfileView['socialMedia']): SocialLink[] {
  return SOCIAL_SITES.flatMap((site) => {
    const href = toSocialHref(site, handles[site] ?? '');
    return href ? [{ site, label: SITES[site].name, href }] : [];
  });
}
