import { copyText } from '#client/ui/copy-text.ts';
import { toast } from '#client/ui/toasts.ts';

/** Green where it says that it went well. */
export function tell(message: string): void {
  if (message.includes('success')) toast.success(message);
  else toast.error(message);
}

export async function copyEmail(email: string): Promise<void> {
  if (await copyText(email)) toast.success('Email copied to clipboard');
  else toast.error('The email could not be copied. Please select and copy it.');
}
