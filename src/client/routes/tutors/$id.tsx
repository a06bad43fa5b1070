import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Booking, BookProblem } from '#client/features/tutor-detail/book-button.tsx';
import { ProfileHeader } from '#client/features/tutor-detail/profile-header.tsx';
import { AvailabilityLoading, ProfileLoading } from '#client/features/tutor-detail/profile-loading.tsx';
import { ProfileFrame, ProfileLayout, ProfileSidebar, StickyBooking, TutorNotFound } from '#client/features/tutor-detail/profile-page.tsx';
import { profileSearchParams } from '#client/features/tutor-detail/profile-search.ts';
import { ProfileTabs, TabLoading } from '#client/features/tutor-detail/profile-tabs.tsx';
import { useBookingAddress, useLoginWhenEnded } from '#client/features/tutor-detail/use-booking-address.ts';
import { getLastSearch } from '#client/features/tutor-search/search-state.ts';
import { pageConfig, pageTitle } from '#client/lib/page-config.ts';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import { type Outputs, trpc } from '#client/lib/rpc/trpc.ts';
import { type Account, useViewer } from '#client/lib/session/session.ts';
import { useAvailability } from '#client/lib/use-availability.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { ErrorState } from '#client/ui/page-state.tsx';
import { useLazy } from '#client/ui/use-lazy.ts';
import { canBeBooked } from '#shared/domain/on-offer.ts';
import { canVisit } from '#shared/domain/tutor-visibility.ts';

type Tutor = Outputs['tutors']['byId'];
type Loaded = { tutor: Tutor; isMissing?: undefined } | { tutor: null; isMissing: boolean };

export const Route = createFileRoute('/tutors/$id')({
  validateSearch: profileSearchParams,
  // The component shows a failure, and may try again without a navigation.
  loader: async ({ context: { api }, params: { id } }): Promise<Loaded> => {
    try {
      return { tutor: await api.tutors.byId.ensureData({ id }) };
    } catch (error) {
      return { tutor: null, isMissing: isMissing(error) };
    }
  },
  head: ({ loaderData }) => {
    if (!loaderData?.tutor) return pageTitle(loaderData?.isMissing ? 'Tutor Not Found' : 'Tutor profile');
    const { user, subjects, availableLocations } = loaderData.tutor;
    const taught = subjects.map(({ subject }) => subject.name).join(', ');
    const content = `${user.name} teaches ${taught} (${availableLocations || 'Location not specified'}). See rates, reviews and free times, and book a session.`;
    return pageTitle(user.name, content);
  },
  pendingComponent: ProfileLoading,
  component: TutorPage,
});

const loadHeart = () => import('#client/features/favourites/favourite-button.tsx').then(({ FavouriteButton }) => FavouriteButton);
const loadReviews = () => import('#client/features/reviews/review-list.tsx').then(({ ReviewList }) => ReviewList);
const loadAvailability = () => import('#client/features/tutor-detail/availability.tsx').then(({ Availability }) => Availability);
const loadContact = () => import('#client/features/tutor-detail/contact-details.tsx').then(({ ContactDetails }) => ContactDetails);
const loadReport = () => import('#client/features/moderation/report-button.tsx').then(({ ReportButton }) => ReportButton);
const loadModal = () => import('#client/features/booking-modal/booking-modal.tsx').then(({ BookingModal }) => BookingModal);
const loadDraft = () => import('#client/features/booking-modal/booking-draft.ts');

function TutorPage() {
  const { id } = Route.useParams();
  const router = useRouter();
  const { data, error, isFetching, refetch } = trpc.tutors.byId.useQuery({ id }, { retryOnMount: false });
  const retry = async () => {
    const { isSuccess } = await refetch();
    if (isSuccess) await router.invalidate();
  };

  if (data) return <Profile key={id} tutor={data} />;
  if (!error) return <ProfileLoading />;
  return (
    <ProfileFrame>
      {isMissing(error) ? (
        <TutorNotFound />
      ) : (
        <ErrorState
          title="Error Loading Profile"
          message={errorMessage(error, 'Failed to load tutor profile. Please try again later.')}
          isRetrying={isFetching}
          onRetry={() => void retry()}
        />
      )}
    </ProfileFrame>
  );
}

function Profile({ tutor }: { tutor: Tutor }) {
  const { id } = tutor;
  const { tab = 'about', book, subject, at } = Route.useSearch();
  const navigate = Route.useNavigate();
  const viewer = useViewer();
  const now = useMinuteClock();
  const calendar = useAvailability(id, now);
  const { bookSession, close } = useBookingAddress(id);

  const isOnVacation = calendar.data?.vacationMode ?? tutor.vacationMode;
  const booking: Booking = {
    problem: findProblem(tutor, { isOnVacation, viewer }),
    onBook: (subjectId, start) => void bookSession(subjectId, start),
  };
  const isOpen = book === 1 && viewer?.role === 'student';
  useLoginWhenEnded({ isOpen, isEnded: book === 1 && viewer === null });
  const isOwn = viewer?.id === tutor.user.id;
  const Heart = useLazy(loadHeart, { isNeeded: true });
  const [hasFailed, setFailed] = useState(false);
  const ReviewList = useLazy(loadReviews, { isNeeded: tab === 'reviews' && !hasFailed, onError: () => setFailed(true) });
  const Availability = useLazy(loadAvailability, { isNeeded: true });
  const ContactDetails = useLazy(loadContact, { isNeeded: true });
  const ReportButton = useLazy(loadReport, { isNeeded: true });
  const BookingModal = useLazy(loadModal, { isNeeded: isOpen, onError: close });
  useChosenHour(tutor, { at: isOpen ? at : undefined, subject, student: viewer });
  const utils = trpc.useUtils();
  const listReviewIds = () =>
    utils.reviews.ofTutor.getInfiniteData({ tutorId: id })?.pages.flatMap(({ reviews }) => reviews.map((review) => review.id));

  return (
    <ProfileFrame name={tutor.user.name} tutors={{ to: '/tutors', search: getLastSearch() }}>
      <ProfileLayout
        header={
          <ProfileHeader
            tutor={{ ...tutor, vacationMode: isOnVacation }}
            booking={booking}
            nextFree={findNextFree(calendar.data)}
            favourite={Heart && <Heart tutor={{ id, name: tutor.user.name }} showsFailures />}
          />
        }
        tabs={
          <ProfileTabs
            tutor={tutor}
            tab={tab}
            booking={booking}
            reviews={
              ReviewList ? (
                <ReviewList
                  tutorId={id}
                  tutorName={tutor.user.name}
                  rating={tutor.rating}
                  count={tutor.totalReviews}
                  isOwn={isOwn}
                  renderActions={({ id: review, student }) =>
                    ReportButton &&
                    (!viewer || student.id !== viewer.id) && (
                      <ReportButton about="review" id={review} name={`the review of ${student.name || 'Anonymous'}`} among={listReviewIds()} />
                    )
                  }
                />
              ) : (
                <TabLoading hasFailed={hasFailed} onRetry={() => setFailed(false)} />
              )
            }
            onTab={(chosen) => void navigate({ search: (current) => ({ ...current, tab: chosen === 'about' ? undefined : chosen }), replace: true })}
          />
        }
        sidebar={
          <ProfileSidebar
            tutor={tutor}
            availability={
              Availability ? (
                <Availability tutor={tutor} calendar={calendar} initialSubject={subject} booking={booking} now={now} />
              ) : (
                <AvailabilityLoading />
              )
            }
            contact={ContactDetails && <ContactDetails tutor={tutor} />}
            report={ReportButton && !isOwn && <ReportButton about="profile" id={id} name={`the profile of ${tutor.user.name}`} />}
          />
        }
      />
      <StickyBooking tutor={tutor} booking={booking} />
      {BookingModal && viewer && at === undefined && (
        <BookingModal
          tutor={tutor}
          opened={isOpen}
          initialSubject={subject}
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
  const navigate = Route.useNavigate();
  const begin = useEffectEvent(async (start: Date) => {
    if (student) await beginBooking(tutor, student, { start, subject });
  });
  const open = useEffectEvent(() => void navigate({ search: (current) => ({ ...current, at: undefined }), state: true, replace: true }));

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
