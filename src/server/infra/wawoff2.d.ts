declare module 'wawoff2' {
  /** TrueType of a WOFF 2 font; throws for anything else. */
  export function decompress(woff2: Uint8Array): Promise<Uint8Array>;
}
