import { copyText } from '#client/ui/copy-text.ts';
import { toast } from '#client/ui/toasts.ts';

export async function copyMessage(text: string): Promise<void> {
  if (await copyText(text)) toast.success('Message copied');
  else toast.error('The message could not be copied. Please select it and copy it by hand.');
}
