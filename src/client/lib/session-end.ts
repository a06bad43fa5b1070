/** A page that knows why the server may end this session says so itself, instead of what is said of an expired one, and returns true. */
export const sessionEnd: { explain?: ((userId: string | undefined) => boolean) | undefined } = {};
