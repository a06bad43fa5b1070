export function withTimeout<T>(ms: number, promise: Promise<T>, fallback: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, fallback);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
