import { describe, expect, it } from 'vitest';
import { previewPath, previewVersion, type TutorPreview, toTutorPreview } from '#shared/domain/tutor-preview.ts';
import { aProfileView, aSubjectView } from '#tests/support/views.ts';

const PREVIEW: TutorPreview = {
  id: 'tutor-1',
  name: 'Dilini Wickramasinghe',
  photoUrl: '/files/photos/dilini.webp',
  subjects: ['Combined Mathematics', 'Physics'],
  rating: 4.7,
  reviewCount: 12,
  ratePerHour: 1500,
  isVerified: true,
};

describe('the version of a preview picture', () => {
  it.each<[string, Partial<TutorPreview>]>([
    ['the name', { name: 'Dilini Perera' }],
    ['the photo', { photoUrl: '/files/photos/other.webp' }],
    ['no photo', { photoUrl: '' }],
    ['another subject', { subjects: ['Combined Mathematics', 'Physics', 'Chemistry'] }],
    ['the order of subjects', { subjects: ['Physics', 'Combined Mathematics'] }],
    ['a comma in a subject', { subjects: ['Combined Mathematics,Physics'] }],
    ['the rating', { rating: 4.8 }],
    ['a review', { reviewCount: 13 }],
    ['the rate', { ratePerHour: 1500.5 }],
    ['the verification', { isVerified: false }],
  ])('changes with %s', (_, change) => {
    expect(previewVersion({ ...PREVIEW, ...change })).not.toBe(previewVersion(PREVIEW));
  });

  it('stays for equal facts, in whatever order they are given', () => {
    const { id, ...facts } = structuredClone(PREVIEW);
    expect(previewVersion({ ...facts, id })).toBe(previewVersion(PREVIEW));
  });

  it('is part of the path, after the id', () => {
    expect(previewPath(PREVIEW)).toBe(`/previews/tutors/tutor-1/${previewVersion(PREVIEW)}.png`);
    expect(previewVersion(PREVIEW)).toMatch(/^[0-9a-z]+$/);
  });
});

describe('the preview of a profile', () => {
  const at = (rate: number) => ({ teachingModes: [{ type: 'online' as const, enabled: true, rate }] });

  it('shows what the profile shows', () => {
    const tutor = aProfileView({ subjects: [aSubjectView(), aSubjectView({ id: 'subject-physics', name: 'Physics', ...at(1200.5) })] });
    expect(toTutorPreview(tutor)).toEqual({
      id: tutor.id,
      name: 'Dilini Wickramasinghe',
      photoUrl: '',
      subjects: ['Combined Mathematics', 'Physics'],
      rating: 4.7,
      reviewCount: 12,
      ratePerHour: 1200.5,
      isVerified: true,
    });
  });

  it('has the lowest rate of the subjects that can be booked', () => {
    const { subject, ...inactive } = aSubjectView({ name: 'Latin', ...at(500) });
    const subjects = [
      aSubjectView(at(1500)),
      aSubjectView({ name: 'Physics', ...at(900), availability: [] }),
      { ...inactive, subject: { ...subject, isActive: false } },
    ];
    expect(toTutorPreview(aProfileView({ subjects }))).toMatchObject({ ratePerHour: 1500, subjects: ['Combined Mathematics', 'Physics'] });
  });

  it('names the first three subjects', () => {
    const subjects = ['Maths', 'Physics', 'Chemistry', 'Biology'].map((name) => aSubjectView({ id: name, name }));
    expect(toTutorPreview(aProfileView({ subjects }))?.subjects).toEqual(['Maths', 'Physics', 'Chemistry']);
  });

  it('does not exist where nothing can be booked', () => {
    expect(toTutorPreview(aProfileView({ subjects: [] }))).toBeNull();
    expect(toTutorPreview(aProfileView({ subjects: [aSubjectView(at(0))] }))).toBeNull();
  });
});
