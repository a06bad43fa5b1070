export function minutesInWords(minutes: number): string {
  return minutes === 1 ? '1 minute to read' : `${minutes} minutes to read`;
}

export function likesInWords(likes: number): string {
  return likes === 1 ? '1 like' : `${likes} likes`;
}
