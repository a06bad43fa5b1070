/** WebP is what we wrote ourselves; uploads in it are refused before they come here. */
const LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer', 'VipsForeignLoadWebpBuffer'];

export type Sharp = Awaited<ReturnType<typeof loadSharp>>;

/** Its settings are the process's: whoever uses sharp takes it from here. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
