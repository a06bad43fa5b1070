/** What a promise answers; after so long without an answer, the other thing. */
export function within<T>(ms: number, promise: Promise<T>, otherwise: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, otherwise);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
