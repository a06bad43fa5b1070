import { Link } from '@tanstack/react-router';
import { Avatar } from '#client/ui/avatar.tsx';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import classes from './booking-people.module.css';
import { canCallTutor, isHeld, studentHeading, tutorOf } from './booking-words.ts';
import { CallButton } from './call-button.tsx';
import { MessageButton } from './message-button.tsx';

export type BookingPeopleProps = { booking: BookingDetails; role: Role; now: Date };

/** Each party is shown the other, an admin both. */
export function BookingPeople({ booking, role, now }: BookingPeopleProps) {
  const { student, tutor, contactNumber, threadId } = booking;
  const teacher = tutorOf(booking);

  return (
    <ul className={classes.people}>
      {role !== 'student' && (
        <li className={classes.person}>
          <Avatar name={student.name} src={student.profileImage || null} size={56} alt="" />
          <div className={classes.who}>
            <p className={classes.name}>{studentHeading(booking)}</p>
            <p className={classes.part}>Student</p>
          </div>
          {role === 'tutor' && (
            <div className={classes.contact}>
              {isHeld(booking) && contactNumber && <CallButton name={student.name} number={contactNumber} />}
              {threadId && <MessageButton name={student.name} to={{ thread: threadId }} />}
            </div>
          )}
        </li>
      )}
      {role !== 'tutor' && (
        <li className={classes.person}>
          <Avatar name={teacher.name} src={teacher.profileImage || null} size={56} alt="" />
          <div className={classes.who}>
            <p className={classes.name}>
              {tutor.id ? (
                <Link to="/tutors/$id" params={{ id: tutor.id }}>
                  {teacher.name}
                </Link>
              ) : (
                teacher.name
              )}
            </p>
            <p className={classes.part}>Tutor</p>
            {role === 'student' && booking.status === 'pending' && (
              <p className={classes.part}>The phone number is shown here once the tutor has accepted.</p>
            )}
          </div>
          {role === 'student' && (
            <div className={classes.contact}>
              {canCallTutor(booking, now) && <CallButton name={teacher.name} number={tutor.phone} />}
              {threadId && <MessageButton name={teacher.name} to={{ thread: threadId }} />}
            </div>
          )}
        </li>
      )}
    </ul>
  );
}
