import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { pageConfig, titled } from '#client/api/page-config.ts';
import { refusalOf, sentenceOf } from '#client/api/refusals.ts';
import { oneOf, searchParams, words } from '#client/api/search-params.ts';
import { useViewer } from '#client/api/session.ts';
import { type Outputs, trpc } from '#client/api/trpc.ts';
import { bookableSubjects } from '#client/features/booking-modal/bookable-subjects.ts';
import { useAvailability } from '#client/features/booking-modal/use-availability.ts';
import type { BookProblem } from '#client/features/tutor-detail/book-button.tsx';
import { ProfileHeader } from '#client/features/tutor-detail/profile-header.tsx';
import { ProfileLoading } from '#client/features/tutor-detail/profile-loading.tsx';
import { ProfileFrame, ProfileLayout, StickyBooking, TutorNotFound } from '#client/features/tutor-detail/profile-page.tsx';
import { ProfileSidebar } from '#client/features/tutor-detail/profile-sidebar.tsx';
import { PROFILE_TABS } from '#client/features/tutor-detail/profile-tab-names.ts';
import { ProfileTabs } from '#client/features/tutor-detail/profile-tabs.tsx';
import { TabWaiting } from '#client/features/tutor-detail/tab-waiting.tsx';
import { ErrorState } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import { useOnDemand } from '#client/ui/use-on-demand.ts';
import { zoneLabel } from '#client/ui/viewer-zone.ts';
import { formatDay, formatTime } from '#shared/domain/zone.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

type Tutor = Outputs['tutors']['byId'];
type Loaded = { tutor: Tutor; isMissing?: undefined } | { tutor: null; isMissing: boolean };

const search = searchParams({
  tab: oneOf(PROFILE_TABS),
  /** The booking modal is open, for a subject by id or name. */
  book: oneOf([1]),
  subject: words(LIMITS.name.max),
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

const loadReviews = () => import('#client/features/reviews/review-list.tsx').then(({ ReviewList }) => ReviewList);
const loadModal = () => import('#client/features/booking-modal/booking-modal.tsx').then(({ BookingModal }) => BookingModal);

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
          message={sentenceOf(error, 'Failed to load tutor profile. Please try again later.')}
          isRetrying={isFetching}
          onRetry={() => void tryAgain()}
        />
      )}
    </ProfileFrame>
  );
}

function Profile({ tutor }: { tutor: Tutor }) {
  const { id } = tutor;
  const { tab = 'about', book, subject } = Route.useSearch();
  const navigate = Route.useNavigate();
  const viewer = useViewer();
  const now = useMinuteClock();
  const zone = pageConfig().timezone;
  const calendar = useAvailability(id, zone, now);
  const { bookSession, close } = useBookingAddress(id);

  const isOnVacation = calendar.data?.vacationMode ?? tutor.vacationMode;
  const booking = { problem: problemOf(tutor, { isOnVacation, viewer }), onBook: (wanted?: string) => void bookSession(wanted) };
  const isOpen = book === 1 && viewer?.role === 'student';
  const [isBroken, setBroken] = useState(false);
  const giveUp = useCallback(() => setBroken(true), []);
  const ReviewList = useOnDemand(loadReviews, { isWanted: tab === 'reviews' && !isBroken, onFailed: giveUp });
  const BookingModal = useOnDemand(loadModal, { isWanted: isOpen, onFailed: close });
  return (
    <ProfileFrame name={tutor.user.name}>
      <ProfileLayout
        header={<ProfileHeader tutor={{ ...tutor, vacationMode: isOnVacation }} booking={booking} nextFree={nextFreeOf(calendar.data, zone)} />}
        tabs={
          <ProfileTabs
            tutor={tutor}
            tab={tab}
            booking={booking}
            zoneLabel={zoneLabel(zone)}
            reviews={
              ReviewList ? (
                <ReviewList tutorId={id} rating={tutor.rating} count={tutor.totalReviews} zone={zone} />
              ) : (
                <TabWaiting isBroken={isBroken} onRetry={() => setBroken(false)} />
              )
            }
            onTab={(chosen) => void navigate({ search: (present) => ({ ...present, tab: chosen === 'about' ? undefined : chosen }), replace: true })}
          />
        }
        sidebar={<ProfileSidebar tutor={tutor} zoneLabel={zoneLabel(zone)} />}
      />
      <StickyBooking tutor={tutor} booking={booking} />
      {BookingModal && viewer && (
        <BookingModal
          tutor={tutor}
          opened={isOpen}
          wanted={subject}
          phone={viewer.phone}
          zone={zone}
          onClose={close}
          onBooked={() => void navigate({ to: '/student/bookings', replace: true })}
        />
      )}
    </ProfileFrame>
  );
}

/** The modal stands in the address, so that Back closes it and a login leads back to it. */
function useBookingAddress(id: string) {
  const router = useRouter();
  const viewer = useViewer();
  const { session } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  const wasOpenedHere = useRef(false);

  const bookSession = async (subject?: string) => {
    const me = viewer === undefined ? await session.known() : viewer;
    if (me) {
      wasOpenedHere.current = true;
      await navigate({ search: (present) => ({ ...present, book: 1, subject: subject ?? present.subject }) });
      return;
    }
    const { href } = router.buildLocation({ to: '/tutors/$id', params: { id }, search: (present) => ({ ...present, book: 1, subject }) });
    toast.info('Please login to book a session');
    await navigate({ to: '/login', search: { redirect: href } });
  };

  const close = useCallback(() => {
    if (wasOpenedHere.current) router.history.back();
    else void navigate({ search: (present) => ({ ...present, book: undefined }), replace: true });
  }, [router, navigate]);

  return { bookSession, close };
}

type Circumstances = { isOnVacation: boolean; viewer: ReturnType<typeof useViewer> };

function problemOf(tutor: Tutor, { isOnVacation, viewer }: Circumstances): BookProblem | null {
  if (isOnVacation) return 'vacation';
  if (viewer && viewer.role !== 'student') return 'role';
  return bookableSubjects(tutor.subjects).length === 0 ? 'nothing-on-offer' : null;
}

/** The first hour that is free, whatever the subject. */
function nextFreeOf(calendar: Outputs['tutors']['availability'] | undefined, zone: string): string | null | undefined {
  if (!calendar) return undefined;
  const firsts = (calendar.free ?? []).flatMap(({ starts }) => starts.slice(0, 1)).map((start) => start.getTime());
  if (firsts.length === 0) return null;
  const first = new Date(Math.min(...firsts));
  // Within four weeks the year says nothing.
  return `${formatDay(first, zone).slice(0, -5)}, ${formatTime(first, zone)}`;
}

function isMissing(error: unknown): boolean {
  return refusalOf(error)?.code === 'tutor.not_found';
}
