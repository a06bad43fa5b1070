export function formatReviewCount(count: number): string {
  if (count === 0) return 'No reviews yet';
  return count === 1 ? '1 review' : `${count.toLocaleString('en-IN')} reviews`;
}

export function formatStudentCount(count: number): string {
  if (count === 0) return 'No students yet';
  return count === 1 ? '1 student' : `${count.toLocaleString('en-IN')} students`;
}
