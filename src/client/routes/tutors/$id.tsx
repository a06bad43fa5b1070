import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { bookableSubjects } from '#client/features/booking-modal/bookable-subjects.ts';
import { AvailabilityLoading } from '#client/features/tutor-detail/availability-loading.tsx';
import type { Booking, BookProblem } from '#client/features/tutor-detail/book-button.tsx';
import { ProfileHeader } from '#client/features/tutor-detail/profile-header.tsx';
import { ProfileLoading } from '#client/features/tutor-detail/profile-loading.tsx';
import { ProfileFrame, ProfileLayout, StickyBooking, TutorNotFound } from '#client/features/tutor-detail/profile-page.tsx';
import { ProfileSidebar } from '#client/features/tutor-detail/profile-sidebar.tsx';
import { PROFILE_TABS } from '#client/features/tutor-detail/profile-tab-names.ts';
import { ProfileTabs } from '#client/features/tutor-detail/profile-tabs.tsx';
import { TabWaiting } from '#client/features/tutor-detail/tab-waiting.tsx';
import { useBookingAddress, useWayThroughLogin } from '#client/features/tutor-detail/use-booking-address.ts';
import { getLastSearch } from '#client/features/tutor-search/search-state.ts';
import { pageConfig, titled } from '#client/lib/page-config.ts';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import { type Outputs, trpc } from '#client/lib/rpc/trpc.ts';
import { oneOf, searchParams, words } from '#client/lib/search-params.ts';
import { type Account, useViewer } from '#client/lib/session/session.ts';
import { useAvailability } from '#client/lib/use-availability.ts';
import { ErrorState } from '#client/ui/page-state.tsx';
import { useLazy } from '#client/ui/use-lazy.ts';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import { zoneLabel } from '#client/ui/viewer-zone.ts';
import { canVisit } from '#shared/domain/home-visits.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

type Tutor = Outputs['tutors']['byId'];
type Loaded = { tutor: Tutor; isMissing?: undefined } | { tutor: null; isMissing: boolean };

const search = searchParams({
  tab: oneOf(PROFILE_TABS),
  /** The booking modal is open, for a subject by id or name. */
  book: oneOf([1]),
  subject: words(LIMITS.name.max),
  /** The start of an hour that was chosen before the modal, in milliseconds. */
  at: (value) => (typeof value === 'number' && Math.abs(value) < 8e15 ? value : undefined),
});

export const Route = createFileRoute('/tutors/$id')({
  validateSearch: search,
  // A failure is the component's to show: it may try again without leaving the page.
  loader: async ({ context: { api }, params: { id } }): Promise<Loaded> => {
    try {
      return { tutor: await api.tutors.byId.ensureData({ id }) };
    } catch (error) {
      return { tutor: null, isMissing: isMissing(error) };
    }
  },
  head: ({ loaderData }) => {
    if (!loaderData?.tutor) return titled(loaderData?.isMissing ? 'Tutor Not Found' : 'Tutor profile');
    const { user, subjects, availableLocations } = loaderData.tutor;
    const taught = subjects.map(({ subject }) => subject.name).join(', ');
    const content = `${user.name} teaches ${taught} (${availableLocations || 'Location not specified'}). See rates, reviews and free times, and book a session.`;
    return titled(user.name, content);
  },
  pendingComponent: ProfileLoading,
  component: TutorPage,
});

const loadHeart = () => import('#client/features/favourites/favourite-button.tsx').then(({ FavouriteButton }) => FavouriteButton);
const loadReviews = () => import('#client/features/reviews/review-list.tsx').then(({ ReviewList }) => ReviewList);
const loadAvailability = () => import('#client/features/tutor-detail/availability.tsx').then(({ Availability }) => Availability);
const loadContact = () => import('#client/features/tutor-detail/contact-details.tsx').then(({ ContactDetails }) => ContactDetails);
const loadReport = () => import('#client/features/moderation/report-button.tsx').then(({ ReportButton }) => ReportButton);
const loadMessage = () => import('#client/features/tutor-detail/message-link.tsx').then(({ MessageLink }) => MessageLink);
const loadModal = () => import('#client/features/booking-modal/booking-modal.tsx').then(({ BookingModal }) => BookingModal);
const loadDraft = () =>
  Promise.all([import('#client/features/booking-modal/booking-draft.ts'), import('#client/features/booking-modal/kept-booking.ts')]);

function TutorPage() {
  const { id } = Route.useParams();
  const router = useRouter();
  const { data, error, isFetching, refetch } = trpc.tutors.byId.useQuery({ id }, { retryOnMount: false });
  const tryAgain = async () => {
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
          onRetry={() => void tryAgain()}
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
  const zone = pageConfig().timezone;
  const calendar = useAvailability(id, now);
  const { bookSession, close } = useBookingAddress(id);

  const isOnVacation = calendar.data?.vacationMode ?? tutor.vacationMode;
  const booking: Booking = {
    problem: problemOf(tutor, { isOnVacation, viewer }),
    onBook: (wanted, start) => void bookSession(wanted, start),
  };
  const isOpen = book === 1 && viewer?.role === 'student';
  useWayThroughLogin({ isOpen, isEnded: book === 1 && viewer === null });
  const isOwn = viewer?.id === tutor.user.id;
  const Heart = useLazy(loadHeart, { isNeeded: true });
  const [isBroken, setBroken] = useState(false);
  const giveUp = useCallback(() => setBroken(true), []);
  const ReviewList = useLazy(loadReviews, { isNeeded: tab === 'reviews' && !isBroken, onError: giveUp });
  const Availability = useLazy(loadAvailability, { isNeeded: true });
  const ContactDetails = useLazy(loadContact, { isNeeded: true });
  const MessageLink = useLazy(loadMessage, { isNeeded: viewer?.role === 'student' });
  const ReportButton = useLazy(loadReport, { isNeeded: true });
  const BookingModal = useLazy(loadModal, { isNeeded: isOpen, onError: close });
  useChosenHour(tutor, { at: isOpen ? at : undefined, subject, student: viewer });
  const utils = trpc.useUtils();
  const reviewIds = () => utils.reviews.ofTutor.getInfiniteData({ tutorId: id })?.pages.flatMap(({ reviews }) => reviews.map((one) => one.id));

  return (
    <ProfileFrame name={tutor.user.name} tutors={{ to: '/tutors', search: getLastSearch() }}>
      <ProfileLayout
        header={
          <ProfileHeader
            tutor={{ ...tutor, vacationMode: isOnVacation }}
            booking={booking}
            nextFree={nextFreeOf(calendar.data)}
            zone={zone}
            favourite={Heart && <Heart tutor={{ id, name: tutor.user.name }} showsFailures />}
          />
        }
        tabs={
          <ProfileTabs
            tutor={tutor}
            tab={tab}
            booking={booking}
            zoneLabel={zoneLabel(zone)}
            reviews={
              ReviewList ? (
                <ReviewList
                  tutorId={id}
                  tutorName={tutor.user.name}
                  rating={tutor.rating}
                  count={tutor.totalReviews}
                  zone={zone}
                  isOwn={isOwn}
                  renderActions={({ id: review, student }) =>
                    ReportButton &&
                    (!viewer || student.id !== viewer.id) && (
                      <ReportButton about="review" id={review} name={`the review of ${student.name || 'Anonymous'}`} among={reviewIds()} />
                    )
                  }
                />
              ) : (
                <TabWaiting isBroken={isBroken} onRetry={() => setBroken(false)} />
              )
            }
            onTab={(chosen) => void navigate({ search: (present) => ({ ...present, tab: chosen === 'about' ? undefined : chosen }), replace: true })}
          />
        }
        sidebar={
          <ProfileSidebar
            tutor={tutor}
            availability={
              Availability ? (
                <Availability tutor={tutor} calendar={calendar} wanted={subject} booking={booking} now={now} zone={zone} />
              ) : (
                <AvailabilityLoading />
              )
            }
            contact={ContactDetails && <ContactDetails tutor={tutor} />}
            message={MessageLink && viewer?.role === 'student' && <MessageLink tutorId={id} />}
            report={ReportButton && !isOwn && <ReportButton about="profile" id={id} name={`the profile of ${tutor.user.name}`} />}
          />
        }
      />
      <StickyBooking tutor={tutor} booking={booking} />
      {BookingModal && viewer && at === undefined && (
        <BookingModal
          tutor={tutor}
          opened={isOpen}
          wanted={subject}
          student={viewer}
          zone={zone}
          onClose={close}
          onBooked={() => void navigate({ to: '/student/bookings', replace: true })}
        />
      )}
    </ProfileFrame>
  );
}

type Chosen = { at: number | undefined; subject: string | undefined; student: Account | null | undefined };

/** An hour that was chosen before the modal is laid where the modal looks for a booking that was begun. */
function useChosenHour(tutor: Tutor, { at, subject, student }: Chosen): void {
  const navigate = Route.useNavigate();
  const begin = useEffectEvent(async (start: Date) => {
    if (student) await beginBooking(tutor, student, { start, subject });
  });
  const open = useEffectEvent(() => void navigate({ search: (present) => ({ ...present, at: undefined }), state: true, replace: true }));

  useEffect(() => {
    if (at === undefined) return;
    let isCurrent = true;
    const goOn = () => isCurrent && open();
    // Without the code of it the modal begins with the subject alone.
    void begin(new Date(at)).then(goOn, goOn);
    return () => {
      isCurrent = false;
    };
  }, [at]);
}

async function beginBooking(tutor: Tutor, student: Account, { start, subject }: { start: Date; subject: string | undefined }): Promise<void> {
  const [{ newDraft, subjectWanted, withHours, withStart }, { keepBooking }] = await loadDraft();
  const draft = newDraft(subjectWanted(bookableSubjects(tutor.subjects), subject), student.phone);
  keepBooking(student.id, tutor.id, withStart(withHours(draft, 1), start, pageConfig().timezone));
}

type Circumstances = { isOnVacation: boolean; viewer: ReturnType<typeof useViewer> };

function problemOf(tutor: Tutor, { isOnVacation, viewer }: Circumstances): BookProblem | null {
  if (isOnVacation) return 'vacation';
  if (viewer && viewer.role !== 'student') return 'role';
  if (bookableSubjects(tutor.subjects).length > 0) return null;
  const hasHours = tutor.subjects.some(({ availability }) => availability.length > 0);
  return hasHours && !canVisit(tutor, pageConfig()) ? 'unverified' : 'nothing-on-offer';
}

/** The first hour that is free, whatever the subject. */
function nextFreeOf(calendar: Outputs['tutors']['availability'] | undefined): Date | null | undefined {
  if (!calendar) return undefined;
  const firsts = (calendar.free ?? []).flatMap(({ starts }) => starts.slice(0, 1)).map((start) => start.getTime());
  return firsts.length === 0 ? null : new Date(Math.min(...firsts));
}

function isMissing(error: unknown): boolean {
  return toApiError(error)?.code === 'tutor.not_found';
}
