import { createFileRoute, type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { pageConfig, titled } from '#client/api/page-config.ts';
import { refusalOf, sentenceOf } from '#client/api/refusals.ts';
import { oneOf, searchParams, words } from '#client/api/search-params.ts';
import { useViewer } from '#client/api/session.ts';
import { type Outputs, trpc } from '#client/api/trpc.ts';
import { bookableSubjects } from '#client/features/bookings/booking-draft.ts';
import { useAvailability } from '#client/features/bookings/use-availability.ts';
import { useMinuteClock } from '#client/features/bookings/use-minute-clock.ts';
import { zoneLabel } from '#client/features/bookings/viewer-zone.ts';
import { ReviewList } from '#client/features/reviews/review-list.tsx';
import type { BookProblem } from '#client/features/tutor-detail/book-button.tsx';
import { ProfileHeader } from '#client/features/tutor-detail/profile-header.tsx';
import { ProfileFrame, ProfileLayout, ProfileLoading, StickyBooking, TutorNotFound } from '#client/features/tutor-detail/profile-page.tsx';
import { ProfileSidebar } from '#client/features/tutor-detail/profile-sidebar.tsx';
import { PROFILE_TABS } from '#client/features/tutor-detail/profile-tab-names.ts';
import { ProfileTabs } from '#client/features/tutor-detail/profile-tabs.tsx';
import { ErrorState } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useOnDemand } from '#client/ui/use-on-demand.ts';
import { formatDay, formatTime } from '#shared/domain/zone.ts';
import { SUCCESS } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

type Tutor = Outputs['tutors']['byId'];

const search = searchParams({
  tab: oneOf(PROFILE_TABS),
  /** The booking modal is open, for a subject by id or name. */
  book: oneOf([1]),
  subject: words(LIMITS.name.max),
});

export const Route = createFileRoute('/tutors/$id')({
  validateSearch: search,
  loader: async ({ context: { api }, params: { id } }): Promise<Tutor | null> => {
    try {
      return await api.tutors.byId.ensureData({ id });
    } catch (error) {
      if (refusalOf(error)?.code === 'tutor.not_found') return null;
      throw error;
    }
  },
  head: ({ loaderData }) => {
    if (!loaderData) return titled(loaderData === null ? 'Tutor Not Found' : undefined);
    const { user, subjects, availableLocations } = loaderData;
    const taught = subjects.map(({ subject }) => subject.name).join(', ');
    const content = `${user.name} teaches ${taught} (${availableLocations || 'Location not specified'}). See rates, reviews and free times, and book a session.`;
    return { meta: [...titled(user.name).meta, { name: 'description', content }] };
  },
  pendingComponent: ProfileLoading,
  errorComponent: ProfileFailed,
  component: TutorPage,
});

const loadModal = () => import('#client/features/bookings/booking-modal.tsx').then(({ BookingModal }) => BookingModal);

function TutorPage() {
  const { id } = Route.useParams();
  const loaded = Route.useLoaderData();
  if (!loaded) {
    return (
      <ProfileFrame>
        <TutorNotFound />
      </ProfileFrame>
    );
  }
  return <Profile key={id} id={id} loaded={loaded} />;
}

function Profile({ id, loaded }: { id: string; loaded: Tutor }) {
  const { tab = 'about', book, subject } = Route.useSearch();
  const navigate = Route.useNavigate();
  const viewer = useViewer();
  const now = useMinuteClock();
  const zone = pageConfig().timezone;
  const { data: tutor = loaded } = trpc.tutors.byId.useQuery({ id });
  const calendar = useAvailability(id, zone, now);
  const { bookSession, close } = useBookingAddress(id);

  const isOnVacation = calendar.data?.vacationMode ?? tutor.vacationMode;
  const booking = { problem: problemOf(tutor, { isOnVacation, viewer }), onBook: (wanted?: string) => void bookSession(wanted) };
  const isOpen = book === 1 && viewer?.role === 'student';
  const BookingModal = useOnDemand(loadModal, { isWanted: isOpen, onFailed: close });
  const booked = () => {
    toast.success(SUCCESS.bookingRequested);
    void navigate({ to: '/student/bookings', replace: true });
  };

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
            reviews={<ReviewList tutorId={id} rating={tutor.rating} count={tutor.totalReviews} zone={zone} />}
            onTab={(chosen) => void navigate({ search: (present) => ({ ...present, tab: chosen === 'about' ? undefined : chosen }), replace: true })}
          />
        }
        sidebar={<ProfileSidebar tutor={tutor} zoneLabel={zoneLabel(zone)} />}
      />
      <StickyBooking tutor={tutor} booking={booking} />
      {BookingModal && viewer && (
        <BookingModal tutor={tutor} opened={isOpen} wanted={subject} phone={viewer.phone} zone={zone} onClose={close} onBooked={booked} />
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

function ProfileFailed({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <ProfileFrame>
      <ErrorState
        title="Error Loading Profile"
        message={sentenceOf(error, 'Failed to load tutor profile. Please try again later.')}
        onRetry={() => void router.invalidate()}
      />
    </ProfileFrame>
  );
}
