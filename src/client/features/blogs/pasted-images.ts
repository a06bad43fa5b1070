import { msg } from '@lingui/core/macro';

export const NOT_OURS = msg`Images from other pages were left out. Save the image on your device, then paste the file or add it with the Image button.`;

/** The files of a paste or a drop. Text processors send a picture of the text beside the text; then the text is meant. */
export function filesOf(data: DataTransfer | null): File[] {
  if (!data || hasText(data.getData('text/html'))) return [];
  return [...data.files];
}

function hasText(html: string): boolean {
  return html !== '' && parse(html).body.textContent.trim() !== '';
}

/** A post shows images of our own only, so that others would vanish from it once it is saved. */
export function withOwnImages(html: string): string {
  const page = parse(html);
  for (const image of page.querySelectorAll('img')) {
    const path = ownPath(image);
    if (path === null) image.remove();
    else image.setAttribute('src', path);
  }
  return page.body.innerHTML;
}

export function hasOtherImages(html: string): boolean {
  return html !== '' && [...parse(html).querySelectorAll('img')].some((image) => ownPath(image) === null);
}

function ownPath({ src }: HTMLImageElement): string | null {
  const { origin } = window.location;
  return src.startsWith(`${origin}/files/`) ? src.slice(origin.length) : null;
}

function parse(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}
