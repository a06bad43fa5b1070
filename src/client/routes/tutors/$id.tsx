import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { Heart } from '#client/features/favourites/heart.tsx';
import type { Booking, BookProblem } from '#client/features/tutor-detail/book-button.tsx';
import { ProfileHeader } from '#client/features/tutor-detail/profile-header.tsx';
import { AvailabilityLoading, ProfileLoading } from '#client/features/tutor-detail/profile-loading.tsx';
import { ProfileFrame, ProfileLayout, ProfileSidebar, StickyBooking, TutorNotFound } from '#client/features/tutor-detail/profile-page.tsx';
import { profileSearchParams } from '#client/features/tutor-detail/profile-search.ts';
import { ProfileTabs, TabContent } from '#client/features/tutor-detail/profile-tabs.tsx';
import { ShareButton } from '#client/features/tutor-detail/share-button.tsx';
import { useBookingAddress, useLoginWhenEnded } from '#client/features/tutor-detail/use-booking-address.ts';
import { getLastSearch } from '#client/features/tutor-search/search-state.ts';
import { pageConfig, pageTitle } from '#client/lib/page-config.ts';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import { type Outputs, useTRPC } from '#client/lib/rpc/trpc.ts';
import { type Account, useViewer } from '#client/lib/session/session.ts';
import { useAvailability } from '#client/lib/use-availability.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { lazyDialog, lazyPart, WhenNear } from '#client/ui/lazy-part.tsx';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import { canBeBooked } from '#shared/domain/on-offer.ts';
import { translatedName } from '#shared/domain/texts.ts';
import { canVisit } from '#shared/domain/tutor-visibility.ts';

type Tutor = Outputs['tutors']['byId'];
type Loaded = { tutor: Tutor; isMissing?: undefined } | { tutor: null; isMissing: boolean };

export const Route = createFileRoute('/tutors/$id')({
  staticData: { isPublic: true, catalogues: ['tutor-page', 'search'] },
  validateSearch: profileSearchParams,
  // The component shows a failure, and may try again without a navigation.
  loader: async ({ context: { api, queryClient }, params: { id } }): Promise<Loaded> => {
    try {
      return { tutor: await queryClient.ensureQueryData(api.tutors.byId.queryOptions({ id })) };
    } catch (error) {
      return { tutor: null, isMissing: isMissing(error) };
    }
  },
  head: ({ loaderData, match }) => {
    const { i18n } = match.context;
    if (!loaderData?.tutor) return pageTitle(i18n._(loaderData?.isMissing ? msg`Tutor Not Found` : msg`Tutor profile`));
    const { user, headline, subjects, availableLocations } = loaderData.tutor;
    const taught = subjects.map(({ subject }) => translatedName(i18n, subject.name)).join(', ');
    const { name } = user;
    const locations = availableLocations || i18n._(msg`Location not specified`);
    const content = i18n._(msg`${name} teaches ${taught} (${locations}). See rates, reviews and free times, and book a session.`);
    return pageTitle(name, headline ? `${headline}: ${content}` : content);
  },
  pendingComponent: ProfileLoading,
  component: TutorPage,
});

const ReviewList = lazyPart(() => import('#client/features/reviews/review-list.tsx').then((module) => module.ReviewList));
const Availability = lazyPart(() => import('#client/features/tutor-detail/availability.tsx').then((module) => module.Availability));
const ContactDetails = lazyPart(() => import('#client/features/tutor-detail/contact-details.tsx').then((module) => module.ContactDetails));
const ReportButton = lazyPart(() => import('#client/features/moderation/report-button.tsx').then((module) => module.ReportButton));
const BookingModal = lazyDialog(() => import('#client/features/booking-modal/booking-modal.tsx').then((module) => module.BookingModal));
const SimilarTutors = lazyPart(() => import('#client/features/tutor-search/similar-tutors.tsx').then((module) => module.SimilarTutors));
/** So that what follows is out of sight when they come. */
const SIMILAR_ROOM = <div style={{ minHeight: '22rem' }} />;
const loadDraft = () => import('#client/features/booking-modal/booking-draft.ts');

function TutorPage() {
  const { t } = useLingui();
  const { id } = Route.useParams();
  const { book } = Route.useSearch();
  const loaded = Route.useLoaderData();
  const router = useRouter();
  const viewer = useViewer();
  // Here, because the profile is rendered anew when the session ends.
  useLoginWhenEnded({ isOpen: book === 1 && viewer?.role === 'student', isEnded: book === 1 && viewer === null });
  // The page of the server brings no errors along; tutors see their own profile before others do.
  const isSettled = loaded.isMissing && viewer === null;
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.tutors.byId.queryOptions({ id }, { retryOnMount: false, enabled: !isSettled }));
  const retry = async () => {
    const { isSuccess } = await refetch();
    if (isSuccess) await router.invalidate();
  };

  // It may be hidden since it was shown. After any other error it stays.
  if (data && !isMissing(error)) return <Profile key={id} tutor={data} />;
  const isUnknown = loaded.isMissing || isMissing(error);
  if (!error && !isUnknown) return <ProfileLoading />;
  return (
    <ProfileFrame>
      {isUnknown ? (
        <TutorNotFound />
      ) : (
        <ErrorState
          title={t`Error Loading Profile`}
          message={errorMessage(error, t`Failed to load tutor profile. Please try again later.`)}
          isRetrying={isFetching}
          onRetry={() => void retry()}
        />
      )}
    </ProfileFrame>
  );
}

function Profile({ tutor }: { tutor: Tutor }) {
  const { id } = tutor;
  const { tab = 'about', book, subject, method, at, days, freeOn } = Route.useSearch();
  const navigate = useNavigate();
  const viewer = useViewer();
  const now = useMinuteClock();
  // Read here: what renders later would not be rendered again when they change.
  const { data, error, isFetching, refetch } = useAvailability(id, now);
  const calendar = { data, error, isFetching, refetch };
  const { bookSession, loginLink, close } = useBookingAddress(id);

  const isOnVacation = calendar.data?.vacationMode ?? tutor.vacationMode;
  const booking: Booking = {
    problem: findProblem(tutor, { isOnVacation, viewer }),
    loginLink: viewer === null ? loginLink : undefined,
    onBook: (subjectId, start) => void bookSession(subjectId, start),
  };
  const isOpen = book === 1 && viewer?.role === 'student';
  const [first] = tutor.subjects;
  const isOwn = viewer?.id === tutor.user.id;
  const [failures, setFailures] = useState(0);
  useChosenHour(tutor, { at: isOpen ? at : undefined, subject, student: viewer });
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const listReviewIds = () =>
    queryClient
      .getQueryData(trpc.reviews.ofTutor.infiniteQueryKey({ tutorId: id }))
      ?.pages.flatMap(({ reviews }) => reviews.map((review) => review.id));

  return (
    <ProfileFrame name={tutor.user.name} tutors={{ to: '/tutors', search: getLastSearch() }} action={<ShareButton id={id} name={tutor.user.name} />}>
      <ProfileLayout
        header={
          <ProfileHeader
            tutor={{ ...tutor, vacationMode: isOnVacation }}
            booking={booking}
            nextFree={findNextFree(calendar.data)}
            favourite={<Heart tutor={{ id, name: tutor.user.name }} showsFailures />}
          />
        }
        tabs={
          <ProfileTabs
            tutor={tutor}
            tab={tab}
            booking={booking}
            reviews={
              <TabContent failures={failures} onRetry={() => setFailures(0)}>
                <ReviewList
                  fallback={<Loading />}
                  onLoadError={setFailures}
                  tutorId={id}
                  tutorName={tutor.user.name}
                  rating={tutor.rating}
                  count={tutor.totalReviews}
                  isOwn={isOwn}
                  renderActions={({ id: review, student }) =>
                    (!viewer || student.id !== viewer.id) && <ReportButton about="review" id={review} name={student.name} among={listReviewIds()} />
                  }
                />
              </TabContent>
            }
            onTab={(chosen) =>
              void navigate({ to: '.', search: (current) => ({ ...current, tab: chosen === 'about' ? undefined : chosen }), replace: true })
            }
          />
        }
        sidebar={
          <ProfileSidebar
            tutor={tutor}
            availability={
              <WhenNear fallback={<AvailabilityLoading />}>
                <Availability
                  tutor={tutor}
                  calendar={calendar}
                  initialSubject={subject}
                  initialDay={{ days, freeOn }}
                  booking={booking}
                  now={now}
                  fallback={<AvailabilityLoading />}
                />
              </WhenNear>
            }
            contact={
              <WhenNear>
                <ContactDetails tutor={tutor} />
              </WhenNear>
            }
            report={
              !isOwn && (
                <WhenNear>
                  <ReportButton about="profile" id={id} name={tutor.user.name} />
                </WhenNear>
              )
            }
          />
        }
      />
      {first && (
        <WhenNear fallback={SIMILAR_ROOM}>
          <SimilarTutors tutor={tutor} subject={first.subject.name} fallback={SIMILAR_ROOM} />
        </WhenNear>
      )}
      <StickyBooking tutor={tutor} booking={booking} />
      {viewer && at === undefined && (
        <BookingModal
          key={viewer.id}
          tutor={tutor}
          opened={isOpen}
          initialSubject={subject}
          initialMethod={method}
          student={viewer}
          onClose={close}
          onBooked={() => void navigate({ to: '/student/bookings', replace: true })}
        />
      )}
    </ProfileFrame>
  );
}

type ChosenHour = { at: number | undefined; subject: string | undefined; student: Account | null | undefined };

/** A time that was chosen before becomes the draft of the modal. */
function useChosenHour(tutor: Tutor, { at, subject, student }: ChosenHour): void {
  const navigate = useNavigate();
  const begin = useEffectEvent(async (start: Date) => {
    if (student) await beginBooking(tutor, student, { start, subject });
  });
  const open = useEffectEvent(() => void navigate({ to: '.', search: (current) => ({ ...current, at: undefined }), state: true, replace: true }));

  useEffect(() => {
    if (at === undefined) return;
    let isCurrent = true;
    const openModal = () => isCurrent && open();
    // Where the code cannot be loaded, the modal begins with the subject alone.
    void begin(new Date(at)).then(openModal, openModal);
    return () => {
      isCurrent = false;
    };
  }, [at]);
}

async function beginBooking(tutor: Tutor, student: Account, { start, subject }: { start: Date; subject: string | undefined }): Promise<void> {
  const { createDraft, findSubject, storedBooking, withHours, withStart } = await loadDraft();
  const draft = createDraft(findSubject(tutor.subjects.filter(canBeBooked), subject), student.phone);
  storedBooking(student.id, tutor.id, draft).write(withStart(withHours(draft, 1), start, pageConfig().timezone));
}

type ProblemOptions = { isOnVacation: boolean; viewer: ReturnType<typeof useViewer> };

function findProblem(tutor: Tutor, { isOnVacation, viewer }: ProblemOptions): BookProblem | null {
  if (isOnVacation) return 'vacation';
  if (viewer && viewer.role !== 'student') return 'role';
  if (tutor.subjects.some(canBeBooked)) return null;
  const hasHours = tutor.subjects.some(({ availability }) => availability.length > 0);
  return hasHours && !canVisit(tutor, pageConfig()) ? 'unverified' : 'nothing-on-offer';
}

function findNextFree(calendar: Outputs['tutors']['availability'] | undefined): Date | null | undefined {
  if (!calendar) return undefined;
  const starts = (calendar.free ?? []).flatMap((subject) => subject.starts.slice(0, 1)).map((start) => start.getTime());
  return starts.length === 0 ? null : new Date(Math.min(...starts));
}

function isMissing(error: unknown): boolean {
  return toApiError(error)?.code === 'tutor.not_found';
}
