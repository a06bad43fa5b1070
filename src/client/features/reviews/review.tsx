import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Box, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { detectLang } from '#client/ui/detect-lang.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { RatingStars } from '#client/ui/rating-stars.tsx';
import { DayLabel } from '#client/ui/zoned-time.tsx';
import type { ReviewView } from '#shared/contracts/engagement.ts';
import { translated, translatedName } from '#shared/domain/texts.ts';
import { ANONYMOUS } from '#shared/vocabulary/people.ts';

export type ReviewProps = { review: ReviewView; tutorName: string; canReply: boolean; actions?: ReactNode };

export function Review({ review, tutorName, canReply, actions }: ReviewProps) {
  const { i18n } = useLingui();
  const { student, rating, subject, topics, reply, createdAt, updatedAt } = review;
  const name = student.name.trim() || translated(i18n, ANONYMOUS);
  const [isJustReplied, setJustReplied] = useState(false);
  return (
    <Stack component="article" gap="sm" py="lg" style={{ borderTop: '1px solid var(--vidya-border)' }}>
      <Group component="header" gap="0.5rem 0.75rem">
        <Avatar name={name} src={student.profileImage || null} size={44} alt="" />
        <Box flex={1} miw="8rem">
          <Title order={3} size="1rem" lh={1.35}>
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            <DayLabel at={createdAt} />
            {updatedAt > createdAt && (
              <>
                {' · '}
                <Trans>
                  Edited <DayLabel at={updatedAt} />
                </Trans>
              </>
            )}
          </Text>
        </Box>
        <RatingStars rating={rating} />
      </Group>
      <ReviewText text={review.review} />
      <Text size="sm" c="dimmed">
        {[subject, ...topics]
          .map(({ name }) => translatedName(i18n, name))
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {actions && <Group gap="xs">{actions}</Group>}
      {reply && <Reply reply={reply} editedAt={updatedAt} tutorName={tutorName} isJustSent={isJustReplied} />}
      {canReply && !reply && (
        <ReplyForm
          fallback={<Skeleton height={44} width="5rem" />}
          review={{ id: review.id, studentName: name }}
          onSent={() => setJustReplied(true)}
        />
      )}
    </Stack>
  );
}

/** Only tutors need the code of forms, and only beside their own reviews. */
const ReplyForm = lazyPart(() => import('./reply-form.tsx').then((module) => module.ReplyForm));

type ReplyProps = { reply: NonNullable<ReviewView['reply']>; editedAt: Date; tutorName: string; isJustSent: boolean };

function Reply({ reply: { text, createdAt }, editedAt, tutorName, isJustSent }: ReplyProps) {
  const element = useRef<HTMLDivElement>(null);
  // It takes the place of the form, which had the focus.
  useEffect(() => {
    if (isJustSent) element.current?.focus({ preventScroll: true });
  }, [isJustSent]);
  return (
    <Stack
      ref={element}
      tabIndex={-1}
      gap={6}
      maw="42rem"
      p="0.875rem 1rem"
      bg="var(--vidya-sunken)"
      style={{ borderInlineStart: '3px solid var(--vidya-border)', borderRadius: 'var(--mantine-radius-sm)' }}
    >
      <Text size="sm" c="dimmed">
        <Trans>
          <Text component="strong" inherit fw={700} c="var(--mantine-color-text)">
            {tutorName}
          </Text>{' '}
          replied · <DayLabel at={createdAt} />
        </Trans>
      </Text>
      <Text lang={detectLang(text)} style={{ whiteSpace: 'pre-line' }}>
        {text}
      </Text>
      {editedAt > createdAt && (
        <Text size="sm" c="dimmed">
          <Trans>The review was edited after this reply.</Trans>
        </Text>
      )}
    </Stack>
  );
}

function ReviewText({ text }: { text: string }) {
  const { t } = useLingui();
  const [isWhole, setWhole] = useState(false);
  const short = shortenReview(text);
  return (
    <div>
      <Text maw="42rem" style={{ whiteSpace: 'pre-line' }}>
        {isWhole || short === null ? text : short}
      </Text>
      {short !== null && (
        <Anchor component="button" type="button" fw={600} mih="2.75rem" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t`Show less` : t`Read more`}
        </Anchor>
      )}
    </div>
  );
}

const MAX_CHARACTERS = 320;
const MAX_LINES = 6;

export function shortenReview(text: string): string | null {
  const lines = text.split('\n');
  const firstLines = lines.length > MAX_LINES ? lines.slice(0, MAX_LINES).join('\n') : text;
  const letters = [...new Intl.Segmenter().segment(firstLines)].map(({ segment }) => segment);
  // To hide a word or two would be no help.
  if (firstLines === text && letters.length <= MAX_CHARACTERS * 1.2) return null;
  const start = letters.slice(0, MAX_CHARACTERS).join('');
  const isCut = letters.length > MAX_CHARACTERS;
  return `${(isCut ? cutAtWord(start) : start).trimEnd()}…`;
}

/** Scripts without blanks are cut where they are. */
function cutAtWord(text: string): string {
  const end = text.search(/\s\S*$/);
  return end > text.length / 2 ? text.slice(0, end) : text;
}
