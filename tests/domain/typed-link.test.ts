import { describe, expect, test } from 'vitest';
import { setMeetingLinkInput } from '#shared/contracts/bookings.ts';
import { toMeetingLink, withScheme } from '#shared/domain/typed-link.ts';

const INVITATION = `Dilini is inviting you to a scheduled Zoom meeting.
Topic: Combined Maths
Join Zoom Meeting
https://us02web.zoom.us/j/81234567890?pwd=a.b_c-1
Meeting ID: 812 3456 7890
Find your local number: https://us02web.zoom.us/u/kd`;

// spec tutor-bookings.20 | D Booking | A link that a tutor types without https:// or pastes with its invitation is completed before it is sent; REST
//   and the procedure go on refusing one without | src/shared/domain/typed-link.ts, src/client/features/bookings/link-field.tsx
describe('the meeting link that a tutor means', () => {
  test.each([
    ['a host and a path', 'zoom.us/j/123', 'https://zoom.us/j/123'],
    ['a host alone', ' meet.example ', 'https://meet.example'],
    ['a port', 'meet.example:8443/room', 'https://meet.example:8443/room'],
    ['a query', 'meet.example?room=1', 'https://meet.example?room=1'],
    ['a whole link', ' https://zoom.us/j/123 ', 'https://zoom.us/j/123'],
    ['one without encryption', 'http://meet.example/room', 'http://meet.example/room'],
    ['an invitation', INVITATION, 'https://us02web.zoom.us/j/81234567890?pwd=a.b_c-1'],
    ['an invitation on one line', INVITATION.replaceAll('\n', ' '), 'https://us02web.zoom.us/j/81234567890?pwd=a.b_c-1'],
    ['a sentence', 'Join me here: https://meet.google.com/abc-defg-hij.', 'https://meet.google.com/abc-defg-hij'],
    ['a sentence in brackets', 'My room (https://meet.example/room)', 'https://meet.example/room'],
    ['nothing', '', ''],
  ])('by %s', (_, typed, link) => {
    expect(toMeetingLink(typed)).toBe(link);
  });

  // spec tutor-bookings.20
  test.each([
    ...['javascript:alert(1)', 'javascript:alert.x', 'data:text/html,x.y', 'mailto:a@b.lk', 'ftp://a.test/b', '//a.test', 'zoom', '812 3456 7890'],
    ...['me@zoom.us/j/1', 'me:secret@a.test', 'https://a b.test/', 'room 5', '.lk', 'Room.5'],
  ])('is none in %j, which is refused', (typed) => {
    expect(setMeetingLinkInput.safeParse({ id: 'b-1', meetingLink: toMeetingLink(typed) }).success).toBe(false);
  });

  test.each(['zoom.us/j/123', 'meet.example'])('is refused where a program sends %j', (meetingLink) => {
    expect(setMeetingLinkInput.safeParse({ id: 'b-1', meetingLink }).success).toBe(false);
  });
});

describe('an address without a scheme', () => {
  test.each([
    ['nie.lk/grade-10', 'https://nie.lk/grade-10'],
    ['/blogs', '/blogs'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
  ])('%j becomes %j', (typed, address) => {
    expect(withScheme(typed)).toBe(address);
  });
});
